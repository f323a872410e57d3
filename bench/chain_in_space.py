#!/usr/bin/env python3
"""A chain of rods on ball joints in space, let go level: what a step costs for each of its bodies.

Usage: bench/chain_in_space.py PROGRAM [BODIES...]

Counts machine instructions by valgrind, those of `mbs check` on the same script taken off.
"""
import re
import subprocess
import sys
import tempfile

from callgrind import counted


def chain(bodies):
    """The script, with rods of 1 m and 1 kg."""
    text = "mbs 1\nworld spatial { gravity = (0, 0, -9.81) m/s^2 }\npoint o = (0, 0, 0) m\n"
    for i in range(1, bodies + 1):
        text += f"""body b{i} {{
  mass = 1 kg, inertia = (0.01, 0.1, 0.1) kg*m^2, at = ({i - 0.5}, 0, 0) m
  point p = (-0.5, 0, 0) m
  point q = (0.5, 0, 0) m
}}
spherical J{i}: {f"b{i - 1}.q" if i > 1 else "o"} to b{i}.p
"""
    return text + "simulate 0.5 s { tol = 1e-6 }\n"


def steps(program, script):
    """Taken by the run."""
    done = subprocess.run([program, "run", "-v", script], capture_output=True, text=True, check=True)
    return int(re.search(r"steps: (\d+)", done.stdout + done.stderr).group(1))


def main():
    program, sizes = sys.argv[1], [int(n) for n in sys.argv[2:]] or [25, 50, 100, 200]
    print("| bodies | steps | instructions per step and body |\n|---|---|---|")
    for bodies in sizes:
        with tempfile.NamedTemporaryFile("w", suffix=".mbs") as file:
            file.write(chain(bodies))
            file.flush()
            taken = steps(program, file.name)
            cost = counted([program, "run", file.name])[1] - counted([program, "check", file.name])[1]
            print(f"| {bodies} | {taken} | {cost / taken / bodies:.0f} |", flush=True)


if __name__ == "__main__":
    main()
