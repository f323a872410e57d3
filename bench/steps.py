#!/usr/bin/env python3
"""Steps of fixed length with more and more rigid balls in a box: what a step and a contact cost.

Usage: bench/steps.py MBS [--layers N] [--step SECONDS]

Heaps of one height and growing width, so that what differs is their number of contacts. Times are
shown beside those of the smallest heap: they are to grow as the visits of contacts by sweeps do.
"""
import argparse
import json
import os
import resource
import subprocess
import tempfile

SCRIPT = """mbs 1
world planar {{ gravity = (0, -9.81) m/s^2 }}
for i in 1..{columns} {{
  for k in 1..{layers} {{
    body ball[{layers}*(i - 1) + k] {{
      shape = sphere(5 mm), mass = 4 g, at = (12 mm * i - 1 mm * (k - 2 * floor(k/2)), 12 mm * k)
      velocity = (0.2 * sin(2.4 * i + k), 0.2 * cos(3.1 * k - i)) m/s
    }}
  }}
}}
point bottom = (0, 0) {{ shape = plane }}
point left = (0, 0) {{ angle = -90 deg, shape = plane }}
point right = (12 mm * ({columns} + 1), 0) {{ angle = 90 deg, shape = plane }}
contacts heap {{ among = [ball, bottom, left, right], law = newton(0.3), friction = coulomb(0.3) }}
simulate {duration} s {{ method = stepping, step = {step} s }}
"""


def children_seconds():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def run(program, **what):
    """Seconds of the processor for the run, and its counters."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "heap.mbs")
        with open(path, "w", encoding="utf-8") as script:
            script.write(SCRIPT.format(**what))
        before = children_seconds()
        out = subprocess.run([program, "--json", "-v", path], capture_output=True, text=True, check=False).stdout
        seconds = children_seconds() - before
        before = children_seconds()
        subprocess.run([program, "check", path], capture_output=True, check=False)
        seconds -= children_seconds() - before
    for line in out.splitlines():
        found = json.loads(line)
        if found.get("type") == "run":
            return seconds, found["counters"]
    raise SystemExit("no run in the output of " + program)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="MBS")
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--step", type=float, default=1e-3)
    arguments = parser.parse_args()
    first = None
    print("balls  contacts/step  sweeps/step  time/first  visits/first  their ratio")
    for columns in (25, 50, 100, 250):
        seconds, counters = run(arguments.program, columns=columns, layers=arguments.layers, step=arguments.step,
                                duration=0.3)
        steps, visits = counters["steps"], counters["contacts in sweeps"]
        first = first or (seconds, visits)
        time, work = seconds / first[0], visits / first[1]
        print(f"{columns * arguments.layers:5}  {counters['contacts in steps'] / steps:13.1f}  "
              f"{counters['sweeps'] / steps:11.1f}  {time:10.2f}  {work:12.2f}  {time / work:11.2f}")


if __name__ == "__main__":
    main()
