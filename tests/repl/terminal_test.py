#!/usr/bin/env python3
"""The interactive session in a real pseudo-terminal. Usage: terminal_test.py MBS [CHECK...]

Exit code 77 where there are no pseudo-terminals.
"""

import codecs
import os
import select
import signal
import struct
import sys
import tempfile
import time

from screen import Screen

try:
    import fcntl
    import pty
    import termios
except ImportError:
    print("no pseudo-terminals here: skipped")
    sys.exit(77)

PROMPT = "mbs> "
# The deadline of each wait, in s: for a machine that has other things to do. Nothing is measured,
# and nothing waits for time to pass instead of for what is to come.
PATIENCE = 150


class Terminal:
    """A session of the program at the other end of a terminal of 80 columns."""

    def __init__(self, program, state, term="xterm"):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(XDG_STATE_HOME=state, TERM=term, LC_ALL="C.UTF-8", HOME=state)
            os.execv(program, [program])
        self.screen = Screen(80)
        self.size(24, 80)
        self.decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self.raw = ""
        self.row = -1  # where the cursor was when the last wait ended

    def size(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.columns = columns

    def send(self, text):
        os.write(self.fd, text.encode())

    def read(self, deadline):
        """What comes next; empty if the other end has gone, None at the deadline."""
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self.fd], [], [], left)[0]:
            return None
        try:
            text = self.decode(os.read(self.fd, 65536))
        except OSError:
            return ""
        self.raw += text
        self.screen.feed(text)
        return text

    def wait(self, what, lines_before, has_come):
        """Reads until `has_come` is true of the lines since the last wait; returns them."""
        deadline = time.monotonic() + PATIENCE
        first = max(self.row + lines_before, 0)
        while not has_come(self.screen.text(first)):
            if not self.read(deadline):
                raise AssertionError(f"waited for {what}, saw\n{self.screen.text(first)}")
        self.row = self.screen.row
        return self.screen.text(first)

    def wait_for(self, wanted):
        """Until this is seen, in the line of the cursor or below."""
        return self.wait(repr(wanted), 0, lambda text: wanted in text)

    def prompt(self, count=1):
        """Until so many prompts are seen, below the line of the cursor."""
        return self.wait(f"{count} prompts", 1, lambda text: text.count(PROMPT) >= count)

    def enter(self, line):
        self.send(line + "\r")
        return self.prompt()

    def end(self):
        self.send("\x04")
        deadline = time.monotonic() + PATIENCE
        while text := self.read(deadline):
            pass
        expect(text is not None, "Ctrl-D did not end the session")
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)

    def kill(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def history(state):
    with open(os.path.join(state, "mbs", "history"), encoding="utf-8") as file:
        return file.read().splitlines()


def greeting_and_value(terminal, _):
    terminal.prompt()
    text = terminal.enter("5000 rpm in rad/s")
    expect("523.599 rad/s" in text, text)


def tab_completes(terminal, _):
    terminal.prompt()
    terminal.send("let model = lankar\t")
    terminal.wait_for("mbs> let model = lankarani_nikravesh")
    terminal.enter("(0.9)")
    text = terminal.enter(":show model")
    expect("lankarani_nikravesh(0.9)" in text, text)


def tab_twice_lists(terminal, _):
    terminal.prompt()
    terminal.send("clearance B: a to b { \t\t")
    text = terminal.wait_for("radial clearance")
    expect("bearing" in text, text)
    terminal.wait_for("mbs> clearance B: a to b {")
    terminal.send("\x03")
    terminal.prompt()


def tab_completes_files(terminal, state):
    with open(os.path.join(state, "falling ball.mbs"), "w", encoding="utf-8") as file:
        file.write("let seen = 7 mm\n")
    terminal.prompt()
    terminal.send(f":load {state}/fall\t")
    terminal.wait_for("falling ball.mbs")
    terminal.enter("")
    text = terminal.enter("seen")
    expect("7 mm" in text, text)


def greek_by_name(terminal, _):
    terminal.prompt()
    terminal.send("let \\delta\t")
    terminal.wait_for("mbs> let δ")
    terminal.enter(" = 3 mm")
    text = terminal.enter("δ")
    expect("3 mm" in text, text)


def search_back(terminal, _):
    terminal.prompt()
    terminal.enter("let stiffness = 4530 N/m")
    terminal.enter("let other = 1")
    terminal.send("\x12stiff")
    terminal.wait_for("4530")
    terminal.send("\r")
    # The editor may draw a prompt of its own before that of the next entry.
    terminal.wait("the answer", 0, lambda text: PROMPT in text.partition("replaced")[2])


def history_on_disk(terminal, state):
    terminal.prompt()
    terminal.enter("let first = 1")
    terminal.enter(" let hidden = 2")
    terminal.enter("let first = 1")
    expect(set(history(state)) == {"let first = 1"}, history(state))


def interrupt_drops_entry(terminal, _):
    terminal.prompt()
    terminal.send("let dropped = (1 +\r")
    terminal.wait_for("...> ")
    terminal.send("2\x03")
    terminal.prompt()
    text = terminal.enter("dropped")
    expect("E0301" in text, text)


def interrupt_keeps_run(terminal, _):
    terminal.prompt()
    terminal.enter("world planar { gravity = (0, -9.81) m/s^2 }")
    terminal.enter("body rod { mass = 1 kg, inertia = 1 kg*m^2, cm = (1, 0) m }")
    terminal.enter("revolute O: ground to rod { angle = 0 }")
    terminal.send("simulate 1e7 s\r")
    terminal.wait_for("%  t = ")  # the progress of a run that would take hours
    terminal.send("\x03")
    terminal.prompt()
    expect("interrupted" in terminal.screen.text(), terminal.screen.text())
    text = terminal.enter("0 s < final(t) < 1e7 s")
    expect("true" in text, text)
    text = terminal.enter("min(rod.cm.y) < 0 m")
    expect("true" in text, text)


def resize(terminal, _):
    terminal.prompt()
    terminal.send("let wide = 1")
    terminal.wait_for("wide = 1")
    terminal.size(24, 30)
    terminal.send(" + 2 + 3 + 4 + 5 + 6")
    terminal.wait_for("mbs> let wide = 1 + 2 + 3 + 4 \n+ 5 + 6")
    terminal.send("\r")
    terminal.prompt()
    text = terminal.enter("wide")
    expect("21" in text, text)


def paste_of_several_lines(terminal, _):
    terminal.prompt()
    terminal.send("param p = 1\rsweep p in [1, 2] {\r  table t { p,\r    twice = 2*p }\r}\rt.twice[2]\r")
    text = terminal.prompt(3)
    expect("twice" in text, text)
    expect("4" in [line.strip() for line in text.split("\n")], text)


def paste_is_one_history_item(terminal, state):
    terminal.prompt()
    terminal.send("let v = [\r  1,\r  2]\r")
    terminal.prompt()
    expect(history(state) == ["let v = [\\n  1,\\n  2]"], history(state))
    terminal.send("\x10\r")  # the whole of it again
    text = terminal.prompt()
    expect("replaced" in text, text)


def no_colour_when_dumb(terminal, _):
    terminal.send("unknown_name\r")
    terminal.wait_for("E0301")
    expect("\x1b" not in terminal.raw, terminal.raw)


CHECKS = [
    greeting_and_value, tab_completes, tab_twice_lists, tab_completes_files, greek_by_name, search_back,
    history_on_disk, interrupt_drops_entry, interrupt_keeps_run, resize,
    paste_of_several_lines, paste_is_one_history_item, no_colour_when_dumb,
]


def passes(check, program):
    with tempfile.TemporaryDirectory() as state:
        terminal = Terminal(program, state, "dumb" if check is no_colour_when_dumb else "xterm")
        try:
            check(terminal, state)
            expect(terminal.end() in (0, 2), "exit code")
            print(f"{check.__name__}: passed", flush=True)
            return True
        except AssertionError as problem:
            print(f"{check.__name__}: FAILED: {problem}", flush=True)
            return False
        finally:
            terminal.kill()
            os.close(terminal.fd)


def main():
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        print("no pseudo-terminals here: skipped")
        return 77
    program = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2:]
    checks = [check for check in CHECKS if not wanted or check.__name__ in wanted]
    return 0 if all([passes(check, program) for check in checks]) else 1


if __name__ == "__main__":
    sys.exit(main())
