#!/usr/bin/env python3
"""The Jupyter kernel, asked by a real client. Usage: jupyter_test.py MBS

Exit code 77 where no Python here has python3-jupyter-client and python3-ipykernel.
"""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time

try:
    import ipykernel  # noqa: F401
    from jupyter_client.manager import KernelManager
except ImportError as missing:
    # The first python3 of the path need not be the one that the packages are for.
    untried = os.environ.get("MBS_TEST_PYTHONS", "/usr/bin/python3:/usr/local/bin/python3").split(":")
    while untried:
        python = shutil.which(untried.pop(0))
        if python and os.path.realpath(python) != os.path.realpath(sys.executable):
            os.environ["MBS_TEST_PYTHONS"] = ":".join(untried) or "none"
            os.execv(python, [python, *sys.argv])
    print(f"skipped: {missing}")
    sys.exit(77)

PATIENCE = 150  # s, a deadline for a machine that has other things to do; nothing is measured


def run(client, code):
    """The texts a cell gives out, by kind, and its reply."""
    shown = {"stdout": "", "stderr": "", "display": []}

    def output(message):
        content = message["content"]
        if message["msg_type"] == "stream":
            shown[content["name"]] += content["text"]
        elif message["msg_type"] == "display_data":
            shown["display"].append(content["data"])

    reply = client.execute_interactive(code, output_hook=output, timeout=PATIENCE)
    return shown, reply["content"]


def listen(client):
    """Waits until what the kernel publishes comes here: a subscription needs a moment, and what is said before is lost."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        client.kernel_info()
        try:
            client.get_iopub_msg(timeout=1)
            return
        except queue.Empty:
            pass
    raise AssertionError("nothing is published")


def check(client):
    shown, reply = run(client, "5000 rpm in rad/s")
    assert reply["status"] == "ok" and shown["stdout"] == "523.599 rad/s\n", (shown, reply)
    cell = """body a { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (0.5, 0) m/s }
body b { shape = sphere(50 mm), material = steel, at = (50, 0) mm }
contact hit: a to b { law = flores(0.8) }
simulate 1 ms
count(hit.impacts)"""
    shown, reply = run(client, cell)
    assert reply["status"] == "ok" and shown["stdout"].endswith("\n1\n"), (shown, reply)
    shown, reply = run(client, "plot hit.FN vs hit.delta")
    assert "image/svg+xml" in shown["display"][0], shown
    shown, reply = run(client, "hit.impact")
    assert reply["status"] == "error" and reply["ename"].startswith("E0"), reply
    message = client.complete("contact c: a to b { law = flor", 30, reply=True, timeout=PATIENCE)
    assert message["content"]["matches"] == ["flores"], message["content"]
    message = client.inspect("flores", 3, reply=True, timeout=PATIENCE)
    assert "law flores" in message["content"]["data"]["text/plain"], message["content"]
    for code, status in (("let a = (", "incomplete"), ("1 + 1", "complete")):
        client.is_complete(code)
        message = client.get_shell_msg(timeout=PATIENCE)
        assert message["content"]["status"] == status, (code, message["content"])


def interrupt(manager, client):
    """Ends the cell that runs."""
    reply = None
    deadline = time.monotonic() + PATIENCE
    while not reply and time.monotonic() < deadline:
        manager.interrupt_kernel()  # again, if it came before the run began
        try:
            reply = client.get_shell_msg(timeout=1)["content"]
        except queue.Empty:
            pass
    assert reply and reply["status"] == "error", reply


def check_stream(manager, client):
    """What a cell prints is there while the cell still runs."""
    run(client, "body comet { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }")
    run(client, "simulate 1 ms")
    client.execute('print "first"\ncontinue 1e9 s { max_step = 1 ms }', stop_on_error=False)
    text = ""
    deadline = time.monotonic() + PATIENCE
    while "first" not in text and time.monotonic() < deadline:
        try:
            message = client.get_iopub_msg(timeout=1)
            if message["msg_type"] == "stream":
                text += message["content"]["text"]
        except queue.Empty:
            pass
    assert "first" in text, text
    interrupt(manager, client)


def check_interrupt(manager, client):
    """A run that would take hours ends when it is told to, and is kept."""
    run(client, "body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }")
    run(client, "simulate 1 ms")
    client.execute("continue 1e9 s { max_step = 1 ms }", stop_on_error=False)
    interrupt(manager, client)
    shown, reply = run(client, "final(t) >= 1 ms")
    assert reply["status"] == "ok" and shown["stdout"] == "true\n", (shown, reply)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as data:
        subprocess.run([program, "jupyter", "install", "--data-dir", data], check=True)
        os.environ["JUPYTER_PATH"] = data
        os.environ["JUPYTER_RUNTIME_DIR"] = data
        manager = KernelManager(kernel_name="mbs")
        manager.start_kernel()
        client = manager.client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=PATIENCE)
            listen(client)
            check(client)
            check_stream(manager, client)
            check_interrupt(manager, client)
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    print("passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
