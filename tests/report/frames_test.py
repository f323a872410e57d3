"""`mbs run --json --frames`: the motion among the lines of JSON, against closed forms. Usage: frames_test.py PROGRAM"""
import base64
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import checks
from checks import check
from motion import at, track

program = sys.argv[1]


def lines(text, *options, code=0):
    (folder / "script.mbs").write_text(text)
    done = subprocess.run([program, "run", "script.mbs", *options], capture_output=True, text=True, cwd=folder)
    check(done.returncode == code, "exit %d, wanted %d: %s" % (done.returncode, code, done.stdout[-400:] + done.stderr))
    return done.stdout


def frames(text, *options):
    return [o for o in map(json.loads, lines(text, "--json", "--frames", *options).splitlines()) if o["type"] == "scene"]


def opened(line):
    block = zlib.decompress(base64.b64decode(line["block"]))
    check(len(block) == line["bytes"], "%d bytes, not %d" % (len(block), line["bytes"]))

    return lambda data: track(block, data)


thrown = """mbs 1
param v = 3 m/s
world planar { gravity = (0, -10) m/s^2 }
body ball { mass = 1 kg, inertia = 1 kg*m^2, velocity = (v, 4 m/s), spin = 2 rad/s }
"""


def poses():
    line, = frames(thrown + "\nsimulate 1 s\n")
    check(line["line"] == 6 and line["continues"] is False, "its place: %r" % line["line"])
    scene, motion = line["scene"], opened(line)(line["scene"]["bodies"][1]["motion"])
    size = max(h - l for h, l in zip(scene["high"], scene["low"]))
    for i in range(50):
        t = (i + 0.5) / 50
        for k, wanted in enumerate((3 * t, 4 * t - 5 * t * t, 2 * t)):
            allowed = 1.1 * scene["error"] * (size if k < 2 else 1) + 1e-6 * size  # and what the solver is off
            check(abs(at(motion, k, t) - wanted) <= allowed, "channel %d at %g s: off by %g, allowed %g" % (k, t, at(motion, k, t) - wanted, allowed))


def several():
    text = thrown + "simulate 1 s\ncontinue 1 s\nsweep v in [1, 2] m/s { simulate 0.1 s }\n"
    all_lines = frames(text)
    check([o["continues"] for o in all_lines] == [False, True, False, False], "what goes on: %r" % [o["continues"] for o in all_lines])
    check([o.get("pass") for o in all_lines] == [None, None, "v = 1 m/s", "v = 2 m/s"], "passes: %r" % [o.get("pass") for o in all_lines])
    check(all_lines[1]["scene"]["to"] == 2, "a scene that goes on holds the one before")
    plain = lines(text, "--json")
    with_frames = "\n".join(line for line in lines(text, "--json", "--frames").splitlines() if '"type":"scene"' not in line)
    check(plain.strip() == with_frames.strip(), "the other lines are as they were")
    check("scene" not in lines(text, "--json", "--frames", "-q"), "-q leaves results out")
    lines(text, "--frames", code=2)


def load(line, name):
    found = [l for l in line["scene"]["loads"] if l["name"] == name]
    check(len(found) >= 1, "%s is a load" % name)
    return found, [opened(line)(l["effort"]) for l in found]


def loads_in_the_plane():
    """Forces and torques are what the script says, drives exert what moves the mass; each on its body."""
    line, = frames("""mbs 1
body arm { mass = 2 kg, inertia = 3 kg*m^2, cm = (0.5, 0) m }
revolute O: ground to arm
drive motor: O.angle = 0.5 rad * sin(4 rad/s * t)
body loose { mass = 2 kg, inertia = 1 kg*m^2, at = (5, 0) m }
body other { mass = 2 kg, inertia = 1 kg*m^2, at = (9, 0) m }
force push: loose = (2 N + 3 N/s * t, -1 N)
torque turn: loose = 4 N*m * cos(2 rad/s * t)
force pull: loose to other = 6 N
simulate 2 s
""")
    (push,), (effort,) = load(line, "push")
    check(push["drive"] is False and push["body"] == 2 and push["at"] == [0, 0], "where it pushes: %r" % push)
    (_,), (turn,) = load(line, "turn")
    (motor,), (moment,) = load(line, "motor")
    check(motor["drive"] is True and motor["body"] == 1, "whom the motor turns: %r" % motor)
    both, pulls = load(line, "pull")
    check([b["body"] for b in both] == [2, 3], "both ends of a pull: %r" % both)
    inertia = 3 + 2 * 0.25
    for i in range(40):
        t = 2 * (i + 0.5) / 40
        check(abs(at(effort, 0, t) - 2 - 3 * t) <= 0.003 * 8 and abs(at(effort, 1, t) + 1) <= 0.003 * 8, "the force at %g s" % t)
        check(abs(at(turn, 2, t) - 4 * math.cos(2 * t)) <= 0.003 * 4 + 0.02, "the torque at %g s" % t)
        wanted = -inertia * 8 * math.sin(4 * t)  # 0.5 rad * (4/s)^2
        check(abs(at(moment, 2, t) - wanted) <= 0.006 * 8 * inertia, "the motor at %g s: %g, not %g" % (t, at(moment, 2, t), wanted))
        first, second = ([at(p, k, t) for k in (0, 1)] for p in pulls)
        check(abs(math.hypot(*first) - 6) < 0.05 and max(abs(a + b) for a, b in zip(first, second)) < 0.05, "a pull is mutual at %g s: %r %r" % (t, first, second))


def loads_in_space():
    line, = frames("""mbs 1
world spatial { gravity = (0, 0, -10) m/s^2 }
body arm { mass = 2 kg, inertia = (1, 1, 1) kg*m^2
  point eye = (0, 0, 0) m { z = (0, 1, 0) }
}
point hinge = (0, 0, 0) m { z = (0, 1, 0) }
revolute O: hinge to arm.eye
drive motor: O.speed = 3 rad/s * sin(2 rad/s * t)
body stone { mass = 2 kg, inertia = 1 kg*m^2, at = (5, 0, 0) m }
force push: stone = (0 N, 1 N, 20 N)
simulate 1 s
""")
    (motor,), (moment,) = load(line, "motor")
    (_,), (push,) = load(line, "push")
    for i in range(20):
        t = (i + 0.5) / 20
        wanted = 6 * math.cos(2 * t)  # I times the rate of the speed, about y
        found = [at(moment, k, t) for k in range(6)]
        check(abs(found[4] - wanted) < 0.06 and max(map(abs, found[:4] + found[5:])) < 0.02, "the motor about its axis at %g s: %r" % (t, found))
        check(all(abs(at(push, k, t) - w) < 0.05 for k, w in enumerate((0, 1, 20, 0, 0, 0))), "the force at %g s" % t)


def switched():
    line, = frames("""mbs 1
body loose { mass = 2 kg, inertia = 1 kg*m^2 }
force push: loose = (2 N, 0 N)
when late: t > 0.5 s { free push }
simulate 1 s
""")
    (_,), (push,) = load(line, "push")
    check(abs(at(push, 0, 0.4) - 2) < 1e-6 and abs(at(push, 0, 0.6)) < 1e-6, "off from its event on: %g, %g" % (at(push, 0, 0.4), at(push, 0, 0.6)))


with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    for test in (poses, several, loads_in_the_plane, loads_in_space, switched):
        test()
sys.exit(1 if checks.failures else 0)
