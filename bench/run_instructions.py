#!/usr/bin/env python3
"""Machine instructions of whole runs, of one program beside another: what a change of the code costs.

Usage: bench/run_instructions.py PROGRAM [BEFORE] [--only WORD]

Counted by valgrind, so that a busy machine does not matter. Five examples, the chain of bench/chains.cpp,
and `check` of the long script of bench/front_end.cpp.
"""
import argparse
import os
import tempfile

from callgrind import counted

EXAMPLES = ["slider_crank", "four_bar", "andrews_squeezer", "newtons_cradle", "two_spheres"]


def chain_of(joints):
    """Joints with clearance in a row, hanging and swinging, for 20 ms."""
    text = """world planar { gravity = (0, -9.81) m/s^2 }
default clearance { bearing = 5 mm, clearance = 0.1 mm, material = steel, law = lankarani_nikravesh(0.8) }
"""
    for i in range(joints):
        before = f"b{i - 1}.tip" if i else "ground"
        text += f"body b{i} {{ mass = 0.1 kg, inertia = 1e-4 kg*m^2, cm = (25, 0) mm, point tip = (50, 0) mm }}\n"
        text += f"clearance j{i}: {before} in b{i} {{ }}\n"
    return text + "simulate 20 ms { tol = 1e-6 }\n"


def long_script(lines):
    """Ten lines for each link of a chain, as people write them."""
    text = "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\nparam c = 0.1 mm\n"
    for i in range(lines // 10):
        before = f"b{i - 1}.tip" if i else "ground"
        text += f"""## Link {i} of the chain.
param m{i} = 0.1 kg
let half{i} = 25 mm  # to the centre of mass
body b{i} {{
  mass = m{i}, inertia = m{i} * (50 mm)^2 / 12
  cm = (half{i}, 0 mm), point tip = (2*half{i}, 0 mm)
}}
clearance j{i}: {before} in b{i} {{
  bearing = 5 mm, clearance = c, material = steel, law = lankarani_nikravesh(0.8)
}}
"""
    return text + "simulate 1 ms\n"


def workloads(folder):
    """Name, command and script of each."""
    examples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
    for name in EXAMPLES:
        yield name, "run", os.path.join(examples, name + ".mbs")
    for name, command, text in [
        ("chain of 100", "run", chain_of(100)),
        ("check of 5,000 lines", "check", long_script(5000)),
    ]:
        path = os.path.join(folder, name.replace(" ", "_") + ".mbs")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        yield name, command, path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("before", nargs="?")
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    print("| | before, M | now, M | |\n|---|---|---|---|" if asked.before else "| | M |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, command, script in workloads(folder):
            if asked.only not in name:
                continue
            now = counted([asked.program, command, script])[1] / 1e6
            if not asked.before:
                print(f"| {name} | {now:.1f} |", flush=True)
                continue
            before = counted([asked.before, command, script])[1] / 1e6
            print(f"| {name} | {before:.1f} | {now:.1f} | {100 * (now / before - 1):+.2f} % |", flush=True)


if __name__ == "__main__":
    main()
