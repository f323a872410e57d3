"""Jupyter kernel for mbs: passes cells to `mbs repl --json` and shows what comes back.

Needs python3-ipykernel. `mbs jupyter install` puts this file where Jupyter finds it; the environment
variable MBS names the program to start.
"""

import base64
import contextlib
import html
import json
import os
import signal
import subprocess
import threading

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel


class Program:
    """The program, one request and its reply at a time; outputs may come before the reply."""

    def __init__(self):
        program = os.environ.get("MBS", "mbs")
        # An interrupt that comes before the program waits for them would end it.
        main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
        self.process = subprocess.Popen(
            [program, "repl", "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,  # interrupts reach it through interrupt() alone
        )
        if main:
            signal.signal(signal.SIGINT, before)
        self.asked = False

    def ask(self, op, code, show=None, **more):
        """The reply. With `show`, each output is given to it as soon as there is one."""
        if show:
            more["stream"] = True
        request = {"op": op, "code": code, **more}
        self.asked = True
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            while True:
                reply = self.line()
                if reply.get("op") != "output":
                    return reply
                show(reply["output"])
        except BrokenPipeError:
            return self.ENDED
        finally:
            self.asked = False

    def interrupt(self):
        """The run under way ends and keeps what it has; its reply comes all the same."""
        if self.asked:
            self.process.send_signal(signal.SIGINT)

    ENDED = {"status": "error", "outputs": [], "ended": True}

    def line(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else self.ENDED

    def end(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(timeout=5)


def framed(output):
    """A page in a frame that may reach nothing outside it. Readers that leave frames out show the picture behind it."""
    page, height, behind = output["page"], output["height"], ""
    if len(output.get("svg", "")) in range(1, 300_000):
        picture = base64.b64encode(output["svg"].encode("utf-8")).decode("ascii")
        behind = f'<img alt="plot" src="data:image/svg+xml;base64,{picture}" style="max-width:100%;max-height:100%">'
    frame = (
        '<iframe sandbox="allow-scripts allow-downloads" style="position:absolute;left:0;top:0;width:100%;height:100%;border:0"'
        f' srcdoc="{html.escape(page)}"></iframe>'
    )
    return f'<div style="position:relative;height:{height}px">{behind}{frame}</div>'


class MbsKernel(Kernel):
    implementation = "mbs"
    implementation_version = "1.0"
    language = "mbs"
    language_version = "1"
    language_info = {"name": "mbs", "mimetype": "text/x-mbs", "file_extension": ".mbs"}
    banner = "mbs: contact scenarios in multibody mechanisms; `:help` lists the commands"

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.program = Program()
        self.before = signal.SIG_IGN

    def pre_handler_hook(self):
        """An interrupt while a message is handled is the program's. Raised here, it could take with it a line that has just
        been read, or the reply: whoever waits for that would wait for ever."""
        self.before = signal.signal(signal.SIGINT, lambda number, frame: self.program.interrupt())

    def post_handler_hook(self):
        signal.signal(signal.SIGINT, self.before)

    def show(self, output):
        kind, text = output["type"], output["text"]
        if kind in ("plot", "page"):
            data = {"text/html": framed(output)} if "page" in output else {}  # an older program has none
            data["text/plain"] = text
            if "svg" in output:
                data["image/svg+xml"] = output["svg"]
            self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})
        else:
            name = "stderr" if kind in ("error", "warning", "note") else "stdout"
            self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        errors = []

        def show(output):
            if output["type"] == "error":
                errors.append(output)
            if not silent:
                self.show(output)

        reply = self.program.ask("execute", code, show, pages=True)
        answer = {"status": "ok", "execution_count": self.execution_count}
        if reply["status"] == "ok":
            answer.update(payload=[], user_expressions={})
            if reply.get("quit"):
                answer["payload"] = [{"source": "ask_exit", "keepkernel": False}]
            return answer
        answer.update(self.failure(reply, errors))
        if not silent:
            error = {name: answer[name] for name in ("ename", "evalue", "traceback")}
            self.send_response(self.iopub_socket, "error", error)
        return answer

    @staticmethod
    def failure(reply, errors):
        if reply.get("ended"):
            return {"status": "error", "ename": "ended", "evalue": "the program has ended", "traceback": []}
        details = errors[-1].get("diagnostic", {}) if errors else {}
        return {
            "status": "error",
            "ename": details.get("code", reply["status"]),
            "evalue": details.get("message", ""),
            "traceback": [],
        }

    def do_is_complete(self, code):
        reply = self.program.ask("is_complete", code)
        return {name: reply[name] for name in ("status", "indent") if name in reply}

    def do_complete(self, code, cursor_pos):
        reply = self.program.ask("complete", code, cursor=cursor_pos)
        return {
            "status": "ok",
            "matches": [match["text"] for match in reply.get("matches", [])],
            "cursor_start": reply.get("begin", cursor_pos),
            "cursor_end": reply.get("end", cursor_pos),
            "metadata": {},
        }

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        reply = self.program.ask("inspect", code, cursor=cursor_pos)
        found = bool(reply.get("found"))
        data = {"text/plain": reply["text"]} if found else {}
        return {"status": "ok", "found": found, "data": data, "metadata": {}}

    def do_shutdown(self, restart):
        self.program.end()
        if restart:
            self.program = Program()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    IPKernelApp.launch_instance(kernel_class=MbsKernel)
