"""Machine instructions of a program, which repeat where times do not, by valgrind's callgrind."""
import math
import re
import subprocess
import sys


def counted(command, inside=None, needed=True):
    """What a command prints, and its instructions: all, or those inside of one function. One that cannot be counted
    ends the program, or is nan where it is not `needed`."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    if inside:
        tool.append(f"--toggle-collect={inside}")
    done = subprocess.run([*tool, *command], capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found:
        return done.stdout, int(found.group(1))
    if needed:
        sys.exit(f"{' '.join(command)} was not counted:\n{done.stderr[-2000:]}")
    return done.stdout, math.nan
