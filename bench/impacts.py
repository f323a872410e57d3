#!/usr/bin/env python3
"""Rigid impacts: accuracy and cost of mbs, by events and in steps, beside Siconos.

Usage: bench/impacts.py MBS [--siconos PEER] [--quick]

A ball that bounces, the slider-crank of Flores et al. 2006 under Newton's law, a box of balls. Cost is counted in
instructions (valgrind --tool=callgrind), those of a run that is next to nothing taken off. PEER is bench/peers/siconos_peer.cpp, compiled with

    g++ -O2 -w $(for d in . kernel mechanics numerics externals; do echo -I/usr/include/siconos/$d; done) \\
        bench/peers/siconos_peer.cpp -o siconos_peer -lsiconos_mechanics -lsiconos_kernel -lsiconos_numerics

(Debian: python3-siconos brings the libraries and their headers). Without it mbs is shown alone.
"""
import argparse
import json
import math
import os
import re
import tempfile

from callgrind import counted

BALL = """mbs 1
world planar {{ gravity = (0, -9.81) m/s^2 }}
body ball {{ shape = sphere(10 mm), mass = 1 kg, at = (0, 1.01) m }}
point floor = (0, 0) {{ shape = plane }}
contact hit: ball to floor {{ law = newton(0.8) }}
simulate {duration} s {{ {options} }}
print (final(ball.y) - 10 mm) / (1 m)
"""
CRANK = """mbs 1
body crank  {{ mass = 0.30 kg, inertia = 1e-5 kg*m^2, cm = (25, 0) mm, point tip = (50, 0) mm }}
body rod    {{ mass = 0.21 kg, inertia = 2.5e-4 kg*m^2, cm = (60, 0) mm, point pin = (120, 0) mm }}
body slider {{ mass = 0.14 kg }}
revolute O: ground to crank  {{ angle = 0 }}
revolute A: crank.tip to rod {{ angle = 0 }}
prismatic S: ground to slider
clearance B: rod.pin in slider {{ bearing = 10 mm, clearance = 0.5 mm, length = 15 mm, material = steel, law = {law} }}
drive motor: O.speed = 5000 rpm
simulate {duration} s {{ {options} }}
print final(slider.x) / (1 m)
"""
BOX = """mbs 1
world planar {{ gravity = (0, -9.81) m/s^2 }}
for i in 1..{columns} {{
  for k in 1..4 {{
    body ball[4*(i - 1) + k] {{
      shape = disc(5 mm, 1 mm), mass = 4 g, inertia = 4 g * (5 mm)^2 / 2
      at = (12 mm * i - 1 mm * (k - 2 * floor(k/2)), 12 mm * k)
      velocity = (0.2 * sin(2.4 * i + k), 0.2 * cos(3.1 * k - i)) m/s
    }}
  }}
}}
point bottom = (0, 0) {{ shape = plane }}
point left = (0, 0) {{ angle = -90 deg, shape = plane }}
point right = (12 mm * ({columns} + 1), 0) {{ angle = 90 deg, shape = plane }}
contacts heap {{ among = [ball, bottom, left, right], law = newton(0.3), friction = coulomb(0.3) }}
simulate {duration} s {{ {options} }}
print (final(energy.kinetic) + final(energy.potential)) / (1 J)
"""
# Closed form: three flights of a ball from 1 m, restitution 0.8, after 1.5 s.
FALL = math.sqrt(2 / 9.81)
BALL_AT = (lambda t, v: v * t - 9.81 / 2 * t * t)(1.5 - FALL * 2.6, 0.64 * 9.81 * FALL)


class Mbs:
    def __init__(self, program):
        self.program = program

    def run(self, script, nothing, **what):
        with tempfile.TemporaryDirectory() as folder:
            def one(duration):
                path = os.path.join(folder, "script.mbs")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(script.format(**{**what, "duration": duration}))
                return counted([self.program, "run", "--json", "-v", path], needed=False)
            out, count = one(what["duration"])
            _, idle = one(nothing)
        lines = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
        counters = next(x["counters"] for x in lines if x.get("type") == "run")
        value = next(x for x in lines if x.get("type") == "print")
        number = float(re.search(r'"value": ?([-0-9.e+]+)', json.dumps(value)).group(1))
        return number, counters["steps"], count - idle


class Siconos:
    def __init__(self, program):
        self.program = program

    def run(self, nothing, model, method, step, duration, *more):
        command = [self.program, model, method, repr(step), repr(duration), *map(str, more)]
        out, count = counted(command, needed=False)
        _, idle = counted([*command[:4], repr(nothing), *command[5:]], needed=False)
        values = dict(line.split() for line in out.splitlines() if line)
        if not values:
            return None
        return values, int(values["steps"]), count - idle


def row(name, error, steps, count):
    print(f"| {name:44} | {error:>9} | {steps:>8} | {count / 1e6:11.2f} |")


def head(title, error):
    print(f"\n**{title}**\n\n| {'':44} | {error:>9} | {'steps':>8} | {'10^6 instr.':>11} |")
    print(f"|{'-' * 46}|{'-' * 11}|{'-' * 10}|{'-' * 13}|")


def ball(mbs, siconos):
    head("A ball from 1 m, restitution 0.8, after 1.5 s", "error [m]")
    for tol in (1e-4, 1e-6, 1e-8):
        y, steps, count = mbs.run(BALL, 1e-6, duration=1.5, options=f"tol = {tol}")
        row(f"mbs, events, tol = {tol:g}", f"{abs(y - BALL_AT):.1e}", steps, count)
    for tol in (1e-4, 1e-6, 1e-8):
        y, steps, count = mbs.run(BALL, 1e-6, duration=1.5, options=f"tol = {tol}, integrator = auto")
        row(f"mbs, events, auto, tol = {tol:g}", f"{abs(y - BALL_AT):.1e}", steps, count)
    for h in (1e-3, 1e-4, 1e-5):
        y, steps, count = mbs.run(BALL, h, duration=1.5, options=f"method = stepping, step = {h} s")
        row(f"mbs, steps of {h:g} s", f"{abs(y - BALL_AT):.1e}", steps, count)
    for method, h in (("events", 1e-2), ("stepping", 1e-3), ("stepping", 1e-4), ("stepping", 1e-5)):
        found = siconos and siconos.run(h, "ball", method, h, 1.5)
        if found:
            values, steps, count = found
            row(f"Siconos, {method}, {h:g} s", f"{abs(float(values['y']) - BALL_AT):.1e}", steps, count)


def crank(mbs, siconos):
    head("The slider-crank of F06 under newton(0.9), three blows, after 0.8 ms", "error [m]")
    exact, *_ = mbs.run(CRANK, 1e-9, duration=8e-4, law="newton(0.9)", options="tol = 1e-12")
    for tol in (1e-4, 1e-6, 1e-8):
        x, steps, count = mbs.run(CRANK, 1e-9, duration=8e-4, law="newton(0.9)", options=f"tol = {tol}")
        row(f"mbs, events, tol = {tol:g}", f"{abs(x - exact):.1e}", steps, count)
    for tol in (1e-4, 1e-6, 1e-8):
        options = f"tol = {tol}, integrator = auto"
        x, steps, count = mbs.run(CRANK, 1e-9, duration=8e-4, law="newton(0.9)", options=options)
        row(f"mbs, events, auto, tol = {tol:g}", f"{abs(x - exact):.1e}", steps, count)
    for h in (1e-5, 1e-6, 1e-7):
        x, steps, count = mbs.run(CRANK, h, duration=8e-4, law="newton(0.9)",
                                           options=f"method = stepping, step = {h} s")
        row(f"mbs, steps of {h:g} s", f"{abs(x - exact):.1e}", steps, count)
    for h in (1e-5, 1e-6, 1e-7):
        found = siconos and siconos.run(h, "crank", "stepping", h, 8e-4)
        if found:
            values, steps, count = found
            row(f"Siconos, stepping, {h:g} s", f"{abs(float(values['x']) - exact):.1e}", steps, count)
    head("The same over 3 ms: a rigid law beside a law of force, tol = 1e-6", "")
    for law in ("lankarani_nikravesh(0.9)", "newton(0.9)"):
        _, steps, count = mbs.run(CRANK, 1e-9, duration=3e-3, law=law, options="tol = 1e-6")
        row(law, "", steps, count)


def box(mbs, siconos, quick):
    head("Balls in a box, 0.1 s in steps of 1 ms, mu = 0.3, newton(0.3)", "energy [J]")
    for columns in (25, 50) if quick else (25, 250):
        balls = 4 * columns
        energy, steps, count = mbs.run(BOX, 1e-3, duration=0.1, columns=columns,
                                                options="method = stepping, step = 1 ms")
        row(f"mbs, {balls} balls", f"{energy:.5f}", steps, count)
        found = siconos and siconos.run(1e-3, "box", "stepping", 1e-3, 0.1, columns, 4)
        if found:
            values, steps, count = found
            row(f"Siconos, {balls} balls", f"{float(values['energy']):.5f}", steps, count)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="MBS")
    parser.add_argument("--siconos", metavar="PEER")
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    mbs = Mbs(os.path.abspath(arguments.program))
    siconos = Siconos(os.path.abspath(arguments.siconos)) if arguments.siconos else None
    ball(mbs, siconos)
    crank(mbs, siconos)
    box(mbs, siconos, arguments.quick)


if __name__ == "__main__":
    main()
