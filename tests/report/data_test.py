"""The data of reports, read without a browser. Usage: data_test.py PROGRAM"""
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
import motion as motions
from checks import check
from motion import at

program = sys.argv[1]

def report(text, *options, name="script.mbs"):
    script, page = folder / name, folder / "page.html"
    script.parent.mkdir(exist_ok=True)
    script.write_text(text)
    done = subprocess.run([program, "run", name, "--report", str(page), *options], capture_output=True, text=True, cwd=folder)
    check(page.exists(), "%s: no page: %s" % (name, done.stderr))
    if not page.exists():
        sys.exit(1)
    data = json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', page.read_text(), re.S).group(1))
    data["opened"] = zlib.decompress(base64.b64decode(data["block"]))
    data["told"], data["size"] = done.stdout + done.stderr, page.stat().st_size
    page.unlink()
    return data


def numbers(data, array):
    return motions.numbers(data["opened"], array)


def of_type(data, kind):
    return [i for i in data["items"] if i["type"] == kind]


def motion(data, body):
    return motions.track(data["opened"], of_type(data, "scene")[0]["scene"]["bodies"][body]["motion"])


turning = """mbs 1
body wheel { mass = 1 kg, inertia = 1 kg*m^2, angle = 1e5 rad, spin = 100 rad/s, at = (3000, 0) m }
body arm { mass = 1 kg, inertia = 1 kg*m^2 }
revolute O: ground to arm
drive d: O.angle = 200 rad/s * t + 0.5 rad * sin(40 rad/s * t)
simulate 2 s { integrator = ida }
plot arm.angle, wheel.angle vs t
"""


def angles():
    """Poses are as good as the page says, after many turns and where knots are left out."""
    for options in ((), ("--report-size", "1kB")):
        data = report(turning, *options)
        scene = of_type(data, "scene")[0]["scene"]
        wheel, arm = motion(data, 1), motion(data, 2)
        for i in range(400):
            t = 2 * (i + 0.5) / 400
            check(abs(at(wheel, 2, t) - 1e5 - 100 * t) <= 1.1 * scene["error"], "the wheel's angle at %g s, %r" % (t, options))
            check(abs(at(arm, 2, t) - 200 * t - 0.5 * math.sin(40 * t)) <= 1.1 * scene["error"], "the arm's angle at %g s, %r" % (t, options))


def in_space():
    """A body that turns freely about its own axis, which goes round: a quaternion of the world, and no more off than is said."""
    spin, lean = 30, 0.4
    data = report("""mbs 1
world spatial { }
body top { mass = 1 kg, inertia = 1 kg*m^2, rotation = turn(y, %g rad), spin = %g rad/s * z, velocity = (1, 0, 2) m/s, shape = box(0.1 m, 0.2 m, 0.3 m) }
simulate 3 s
""" % (lean, spin))
    scene, top = of_type(data, "scene")[0]["scene"], motion(data, 1)
    check([p["kind"] for p in scene["bodies"][1]["parts"]] == ["solid"], "a box")
    check([len(f) for f in scene["bodies"][1]["parts"][0]["faces"]] == [4] * 6, "of six faces")
    wide = max(h - l for h, l in zip(scene["high"], scene["low"]))
    for i in range(300):
        t = 3 * (i + 0.5) / 300
        pose = [at(top, k, t) for k in range(7)]
        for k, wanted in enumerate((t, 0, 2 * t)):
            check(abs(pose[k] - wanted) <= 1.1 * scene["error"] * wide, "place at %g s" % t)
        c, s = math.cos(spin * t / 2), math.sin(spin * t / 2)
        whole = [c * math.cos(lean / 2), -s * math.sin(lean / 2), c * math.sin(lean / 2), s * math.cos(lean / 2)]
        sign = math.copysign(1, sum(a * b for a, b in zip(pose[3:], whole)))
        length = math.hypot(*pose[3:])
        for k in range(4):
            check(abs(pose[3 + k] / length - sign * whole[k]) <= 1.1 * scene["error"], "quaternion at %g s: %r" % (t, pose))


def size():
    """What cannot be reached is said; the page does not become coarser for nothing."""
    small = report(turning, "--report-size", "1kB")
    check("more than --report-size allows" in small["told"], "a limit that is missed is told: " + small["told"])
    check(small["coarser"] <= 1296, "no coarser than can be shown: %g" % small["coarser"])
    check(small["error"] == 1e-5 * small["coarser"], "one error")
    of = lambda data: int(re.search(r"(\d+) is the least", data["told"]).group(1))
    least = of(small)
    check(small["still"] == 0 and of_type(small, "scene")[0]["scene"]["whole"], "motion that would not help is not left out")
    check(least < small["size"], "the least: %d of %d" % (least, small["size"]))
    reached = report(turning, "--report-size", "%dB" % (least + 10))
    scene, = [i["scene"] for i in of_type(reached, "scene")]
    check(reached["size"] <= least + 10 and "more than" not in reached["told"], "the least is reached: %d, told %d" % (reached["size"], least))
    check(reached["still"] == 1 and not scene["whole"] and scene["left_out"] and scene["bodies"][1]["motion"]["t"]["f8"][1] == 0, "without motion")
    # Of three runs the first ones go, as many as it takes.
    runs = turning + 2 * "simulate 2 s { integrator = ida }\n"
    three = report(runs, "--report-size", "1kB")
    two = report(runs, "--report-size", "%dB" % ((three["size"] + of(three)) // 2))
    kept = [i["scene"]["whole"] for i in of_type(two, "scene")]
    check(0 < two["still"] < 3 and kept == [i >= two["still"] for i in range(3)], "%d of three: %r" % (two["still"], kept))
    words = report("mbs 1\n" + 'print "%s"\n' % ("word " * 2000) * 40, "--report-size", "100kB")
    check(words["coarser"] == 1, "text alone stays as it is: %g" % words["coarser"])
    check("more than" in words["told"], "text alone is told of")
    check("more than --report-size" not in report(turning)["told"], "nothing is told where it fits")


def continued():
    """A run that goes on is one scene, to which both summaries belong."""
    text = "mbs 1\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\nsimulate 1 s\nplot b.x vs t\ncontinue 1 s\ncontinue 1 s\n"
    data = report(text + "simulate 4 s\n")
    check([(s["scene"]["from"], s["scene"]["to"]) for s in of_type(data, "scene")] == [(0, 3), (0, 4)], "two runs, two scenes")
    check([r["run"] for r in of_type(data, "run")] == [0, 0, 0, 1], "summaries know theirs: %r" % [r["run"] for r in of_type(data, "run")])
    check(of_type(data, "plot")[0]["run"] == 0, "so do plots")


def words():
    """Settings, titles, sources, diagnostics."""
    still = "mbs 1\nprint 1\n"
    check(report(still, "--tol", "1e-8")["settings"] == ["tol = 1e-08"], "the tolerance is as it was given")
    check(report("mbs 1\n\n##\n## Of the *header*.\n## More.\nprint 1\n")["title"] == "Of the *header*", "the header's title")
    late = report("mbs 1\nprint 1\n## Not a title\nprint 2\n")
    check((late["title"], late["title_line"], late["header_lines"]) == ("script.mbs", 0, 1), "a script without a header has none: " + late["title"])
    (folder / "stdlib").mkdir(exist_ok=True)
    own = report("mbs 1\nprint 41 + 1\n", name="stdlib/normal.mbs")
    check("41 + 1" in own["sources"][0]["text"], "a user's own file keeps its text")
    (folder / "used.mbs").write_text("mbs 1\n\n\nparam half = 1/2 kg\n")
    data = report('mbs 1\nuse "used.mbs"\nprint half\n')
    for told in of_type(data, "diagnostic"):
        if told.get("line"):
            check(told.get("source") is not None, "a diagnostic knows its source: %r" % told)
            check(all(l["source"] is not None for l in told["labels"]), "so do its labels")
    check([d for d in of_type(data, "diagnostic") if d.get("line")], "there is a diagnostic: " + data["told"])


def titles():
    """The first sentence is the title, however it lies on its lines; nothing is lost behind it."""
    for header, title, lead in (
            ("## A top. It nods\n## and turns.", "A top", "It nods\nand turns."),
            ("## What explains a drop? One of\n## these.", "What explains a drop?", "One of\nthese."),
            ("## A sentence that goes on\n## in its second line.", "A sentence that goes on in its second line", ""),
            ("## No stop\n## Another line.", "No stop", "Another line."),
            ("## By Flores et al. 2006, eq. 4. More.", "By Flores et al. 2006, eq. 4", "More."),
            ("## After J. Smith.\n##\n## New paragraph.", "After J. Smith", "New paragraph."),
            ("## Of Flores (Multibody Syst. Dyn. 23): a block. More.", "Of Flores (Multibody Syst. Dyn. 23): a block", "More."),
            ("## A bracket (that. never ends.\n##\n## Here).", "A bracket (that", "never ends.\n\nHere)."),
            ("## One.\n## Two.\n##\n## Three.", "One", "Two.\n\nThree."),
            ("## A catapult: " + "a latch holds the arm against its spring; " * 3 + "it is freed.", "A catapult",
             "A latch holds the arm against its spring; " + "a latch holds the arm against its spring; " * 2 + "it is freed."),
            ("## Short: it stays whole.", "Short: it stays whole", ""),
            ("##", "script.mbs", ""), ("## .", "script.mbs", "")):
        data = report("mbs 1\n" + header + "\nprint 1\n")
        check((data["title"], data["lead"]) == (title, lead), "%r: %r, %r" % (header, data["title"], data["lead"]))


def hung():
    """A body that hangs by its one point is as thick as a part of its length, though all points lie at one place."""
    scene, = [i["scene"] for i in of_type(report("mbs 1\nworld spatial { gravity = (0, 0, -9.81) m/s^2 }\nbody top { mass = 0.1 kg, inertia = (1, 1, 0.2) g*m^2, cm = (0, 0, 50) mm }\n"
                                                 "spherical tip: ground to top\nsimulate 10 ms\n"), "scene")]
    part, = scene["bodies"][1]["parts"]
    check(0.5e-3 < part["radius"] < 5e-3, "its radius: %g m" % part["radius"])


def untouched():
    """In the plane, too, bodies that nothing touches are drawn as their shapes."""
    scene, = [i["scene"] for i in of_type(report("mbs 1\nbody stone { shape = sphere(40 mm), mass = 1 kg, inertia = 1 kg*m^2, at = (1, 0) m }\n"
        "body plate {\n mass = 1 kg, inertia = 1 kg*m^2\n point rim = (10, 0) mm { angle = 90 deg, shape = box(60 mm, 20 mm) }\n}\nsimulate 10 ms\n"), "scene")]
    stone, plate = [body["parts"] for body in scene["bodies"][1:]]
    check([(p["kind"], p["radius"], bool(p.get("assumed"))) for p in stone] == [("disc", 0.04, False)], "a stone: %r" % stone)
    corners = sorted((round(x, 9), round(y, 9)) for x, y in plate[0]["points"])
    check([p["kind"] for p in plate] == ["hull"] and corners == [(0, -0.03), (0, 0.03), (0.02, -0.03), (0.02, 0.03)], "a plate: %r" % plate)


def hollow():
    """What is seen goes by where a hollow face is, not by where its middle is."""
    scene, = [i["scene"] for i in of_type(report("mbs 1\nbody ball { shape = sphere(10 mm), mass = 1 kg, inertia = 1 kg*m^2, at = (0, 15) mm }\n"
        "body shell {\n mass = 1 kg, inertia = 1 kg*m^2, at = (0, 20) mm\n point face = (0, 100) mm { shape = arc(120 mm, 260 deg, 280 deg, 5 mm) }\n}\n"
        "contact c: ball to shell.face { law = hertz(K = 1e9 N/m^1.5) }\nsimulate 1 ms\n"), "scene")]
    check(scene["high"][1] < 0.026 and scene["low"][1] > -0.006, "from %r to %r" % (scene["low"], scene["high"]))


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for test in (angles, in_space, size, continued, words, titles, hung, untouched, hollow):
        test()
sys.exit(1 if checks.failures else 0)
