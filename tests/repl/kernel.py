"""The Jupyter kernel without Jupyter: its file as it is, over the smallest kernel that it can stand on."""
import importlib.util
import os
import sys
import types

sys.dont_write_bytecode = True


class Kernel:
    """What the kernel takes from ipykernel: a place that its messages go to."""

    iopub_socket = "iopub"
    execution_count = 1

    def __init__(self, **_):
        self.sent = []

    def send_response(self, socket, kind, content):
        assert socket == "iopub"
        self.sent.append((kind, content))


def start(program, root):
    """The kernel of this source tree, on top of `program`."""
    base, app = types.ModuleType("ipykernel.kernelbase"), types.ModuleType("ipykernel.kernelapp")
    base.Kernel, app.IPKernelApp = Kernel, None
    sys.modules.update({"ipykernel": types.ModuleType("ipykernel"), "ipykernel.kernelbase": base, "ipykernel.kernelapp": app})
    spec = importlib.util.spec_from_file_location("mbs_kernel", os.path.join(root, "share", "jupyter", "mbs_kernel.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    os.environ["MBS"] = program
    return module.MbsKernel()


def cell(kernel, code):
    """Messages of a cell, in order, and its reply."""
    kernel.sent = []
    reply = kernel.do_execute(code, silent=False)
    return kernel.sent, reply


def displays(messages):
    return [content["data"] for kind, content in messages if kind == "display_data"]


SPHERES = """body a { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (0.5, 0) m/s }
body b { shape = sphere(50 mm), material = steel, at = (50, 0) mm }
contact hit: a to b { law = flores(0.8) }
"""
EVIL = "<script>window.hacked = 1</script><img src=x onerror=window.hacked=1></iframe>"
