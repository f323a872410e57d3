#!/usr/bin/env python3
"""The interactive session in a real pseudo-terminal. Usage: terminal_test.py MBS

Exit code 77 where there are no pseudo-terminals.
"""

import fcntl
import os
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

try:
    import pty
except ImportError:
    print("no pseudo-terminals here: skipped")
    sys.exit(77)

PROMPT = "mbs> "
PATIENCE = 60  # s, for a machine under load; nothing is measured


def plain(text):
    """Without the sequences that move the cursor or colour the text."""
    return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>78])", "", text)


class Terminal:
    """A session of the program at the other end of a terminal of 80 columns."""

    def __init__(self, program, state, term="xterm"):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(XDG_STATE_HOME=state, TERM=term, LC_ALL="C.UTF-8", HOME=state)
            os.execv(program, [program])
        self.size(24, 80)
        self.seen = ""

    def size(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, text):
        os.write(self.fd, text.encode())

    def wait_for(self, wanted, count=1):
        """Reads until `wanted` has come `count` times since the last call; returns the text."""
        end = time.monotonic() + PATIENCE
        while plain(self.seen).count(wanted) < count:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                raise AssertionError(f"waited for {wanted!r}, saw {plain(self.seen)!r}")
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                data = b""
            if not data:
                raise AssertionError(f"ended while waiting for {wanted!r}: {plain(self.seen)!r}")
            self.seen += data.decode(errors="replace")
        text, self.seen = plain(self.seen), ""
        return text

    def enter(self, line, prompts=1):
        self.send(line + "\r")
        return self.wait_for(PROMPT, prompts)

    def end(self):
        self.send("\x04")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            try:
                if select.select([self.fd], [], [], 0.05)[0]:
                    os.read(self.fd, 65536)
            except OSError:
                time.sleep(0.05)
        raise AssertionError("Ctrl-D did not end the session")


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def greeting_and_value(terminal, _):
    terminal.wait_for(PROMPT)
    text = terminal.enter("5000 rpm in rad/s")
    expect("523.599 rad/s" in text, text)


def tab_completes(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.send("let model = lankar\t")
    terminal.wait_for("lankarani_nikravesh")
    terminal.send("(0.9)\r")
    terminal.wait_for(PROMPT)
    text = terminal.enter(":show model")
    expect("lankarani_nikravesh(0.9)" in text, text)


def tab_twice_lists(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.send("clearance B: a to b { \t\t")
    text = terminal.wait_for("radial clearance")
    expect("bearing" in text, text)
    terminal.send("\x03")
    terminal.wait_for(PROMPT)


def greek_by_name(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.send("let \\delta\t = 3 mm\r")
    terminal.wait_for(PROMPT)
    text = terminal.enter("δ")
    expect("3 mm" in text, text)


def search_back(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.enter("let stiffness = 4530 N/m")
    terminal.enter("let other = 1")
    terminal.send("\x12stiff")
    terminal.wait_for("4530")
    terminal.send("\r")
    text = terminal.wait_for(PROMPT)
    expect("replaced" in text, text)


def history_on_disk(terminal, state):
    terminal.wait_for(PROMPT)
    terminal.enter("let first = 1")
    terminal.enter(" let hidden = 2")
    terminal.enter("let first = 1")
    with open(os.path.join(state, "mbs", "history"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    expect(set(lines) == {"let first = 1"}, lines)


def interrupt_drops_entry(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.send("let x = (1 +\r")
    terminal.wait_for("...> ")
    terminal.send("2\x03")
    terminal.wait_for(PROMPT)
    text = terminal.enter("x")
    expect("E0301" in text, text)


def interrupt_keeps_run(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.enter("world planar { gravity = (0, -9.81) m/s^2 }")
    terminal.enter("body rod { mass = 1 kg, inertia = 1 kg*m^2, cm = (1, 0) m }")
    terminal.enter("revolute O: ground to rod { angle = 0 }")
    terminal.send("simulate 1e7 s\r")
    time.sleep(1.0)  # the run is under way; it would take hours
    terminal.send("\x03")
    text = terminal.wait_for(PROMPT)
    expect("interrupted" in text, text)
    text = terminal.enter("min(rod.cm.y) < -0.9 m")
    expect("true" in text, text)


def resize(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.send("let wide = 1")
    terminal.wait_for("wide = 1")
    terminal.size(40, 132)
    terminal.send(" + 2\r")
    terminal.wait_for(PROMPT)
    text = terminal.enter("wide")
    expect("3" in text, text)


def paste_of_several_lines(terminal, _):
    terminal.wait_for(PROMPT)
    terminal.send("param p = 1\rsweep p in [1, 2] {\r  table t { p,\r    twice = 2*p }\r}\rt.twice[2]\r")
    text = terminal.wait_for(PROMPT, 3)
    expect("twice" in text, text)
    expect(re.search(r"\n4\r?\n", text.replace("\r", "")), text)


def paste_is_one_history_item(terminal, state):
    terminal.wait_for(PROMPT)
    terminal.send("let v = [\r  1,\r  2]\r")
    terminal.wait_for(PROMPT)
    with open(os.path.join(state, "mbs", "history"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    expect(lines == ["let v = [\\n  1,\\n  2]"], lines)
    terminal.send("\x10\r")  # the whole of it again
    text = terminal.wait_for(PROMPT)
    expect("replaced" in text, text)


def no_colour_when_dumb(terminal, _):
    terminal.wait_for("Ctrl-D", 0)
    terminal.send("unknown_name\r")
    text = terminal.wait_for("E0301")
    expect("\x1b" not in text, text)


def main():
    program = os.path.abspath(sys.argv[1])
    checks = [
        greeting_and_value, tab_completes, tab_twice_lists, greek_by_name, search_back,
        history_on_disk, interrupt_drops_entry, interrupt_keeps_run, resize,
        paste_of_several_lines, paste_is_one_history_item,
    ]
    failed = 0
    for check in checks + [no_colour_when_dumb]:
        with tempfile.TemporaryDirectory() as state:
            term = "dumb" if check is no_colour_when_dumb else "xterm"
            terminal = Terminal(program, state, term)
            try:
                check(terminal, state)
                expect(terminal.end() in (0, 2), "exit code")
                print(f"{check.__name__}: passed")
            except AssertionError as problem:
                failed += 1
                print(f"{check.__name__}: FAILED: {problem}")
                try:
                    os.kill(terminal.pid, signal.SIGKILL)
                    os.waitpid(terminal.pid, 0)
                except (ProcessLookupError, ChildProcessError):
                    pass
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
