"""What stands in files of `mbs run --h5`, against the program's own results and closed forms.

Usage: content_test.py PROGRAM ROOT
"""
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

import h5py

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(root / "tests" / "report"))
import checks
from checks import check


def run(text, *options, code=0):
    (folder / "script.mbs").write_text(text)
    done = subprocess.run([program, "run", "script.mbs", "--json", *options], capture_output=True, text=True, cwd=folder)
    check(done.returncode == code, "exit %d, wanted %d: %s" % (done.returncode, code, done.stdout[-600:] + done.stderr))
    return done.stdout


def stored(text, *options, code=0):
    out = run(text, "--h5", "out.h5", *options, code=code)
    return h5py.File(folder / "out.h5", "r"), [json.loads(line) for line in out.splitlines()]


def columns(file):
    found = {}
    file.visititems(lambda name, item: found.__setitem__(name, item) if isinstance(item, h5py.Dataset) else None)
    return found


def as_text(value):
    return value.decode() if isinstance(value, bytes) else value


def said(place, name):
    return as_text(place.attrs[name])


def same(found, wanted, what, allowed=1e-12):
    size = max((abs(x) for x in wanted if x is not None), default=0)
    check(len(found) == len(wanted), "%s: %d values, not %d" % (what, len(found), len(wanted)))
    worst = max((abs(a - b) for a, b in zip(found, wanted) if b is not None), default=0)
    check(worst <= allowed * size, "%s: off by %g of %g" % (what, worst, size))


def well_formed(file, what):
    """Every column has units and words, is chunked, shuffled, deflated, and lies over a dimension."""
    for name, column in columns(file).items():
        texts = column.dtype.kind == "O"
        check("long_name" in column.attrs and said(column, "long_name"), "%s: %s has no long_name" % (what, name))
        check(texts or ("units" in column.attrs and said(column, "units")), "%s: %s has no units" % (what, name))
        check(column.chunks is not None and column.shuffle and column.compression == "gzip", "%s: how %s lies" % (what, name))
        scale = said(column, "CLASS") == "DIMENSION_SCALE" if "CLASS" in column.attrs else False
        check(scale or len(column.dims[0]) == 1, "%s: %s is over no dimension" % (what, name))
        if not scale and len(column.dims[0]) == 1:
            check(len(column.dims[0][0]) == len(column), "%s: %s is as long as its dimension" % (what, name))


crank = (root / "examples/slider_crank.mbs").read_text()
asked = """
plot B.FN, B.gap, rod.pin.x, motor.torque, O.force.x, rod.accel.y, energy.total, energy.imbalance, B.closed vs t
"""
paths = ["contacts/B/FN", "contacts/B/gap", "bodies/rod.pin/x", "drives/motor/torque", "joints/O/force_x", "bodies/rod/accel_y",
         "energy/total", "energy/imbalance", "contacts/B/closed"]


def as_the_script():
    """Each sample is the one that the script sees: forces, reactions and accelerations, too."""
    body = "\n".join(line for line in crank.splitlines() if not line.startswith(("plot", "expect", "print")))
    file, lines = stored(body + asked.replace(", energy", ",\n  energy"), "--integrator", "ida")  # plots have more points in long steps
    plots = [line for line in lines if line["type"] == "plot"]
    check(len(plots) >= 1, "the script's own values")
    plot = plots[-1]
    times = [line["values"] for line in [plot["x"]]][0]
    same(file["run1/t"][:], times, "t")
    for path, curve in zip(paths, plot["curves"]):
        check(said(file["run1/" + path], "units") == (curve["unit"] or "1"), "%s: unit %s, not %s" % (path, said(file["run1/" + path], "units"), curve["unit"]))
        # Of an event the script shows the side behind it, twice; the file has both.
        last = [i for i in range(len(times)) if i + 1 == len(times) or times[i + 1] > times[i]]
        found = file["run1/" + path][:]
        check(len(found) == len(times), path + ": as many samples")
        same([found[i] for i in last], [curve["values"][i] for i in last], path)
    force = file["run1/contacts/B/FN"][:]
    check(abs(force.max() - max(v for v in plot["curves"][0]["values"] if v is not None)) <= 1e-12 * force.max(), "the largest force")
    check(len(file["run1/contacts/B/impacts/t"]) > 3, "impacts")
    check("closes" in " ".join(as_text(x) for x in file["run1/events/what"][:]) or len(file["run1/events/t"]) > 3, "events")
    check(said(file, "script") == "script.mbs" and said(file["run1"], "termination") == "finished", "attributes")
    well_formed(file, "slider-crank")


thrown = """mbs 1
param v = 3 m/s
world planar { gravity = (0, -10) m/s^2 }
body ball { mass = 1 kg, inertia = 1 kg*m^2, velocity = (v, 4 m/s), spin = 2 rad/s
  point rim = (1, 0) m
}
"""


def closed_forms():
    file, _ = stored(thrown + "simulate 1 s\ncontinue 1 s\nsimulate 0.5 s as again\ntable heights { h = max(ball.y) in mm, name = \"up\" }\n")
    run = file["run1"]
    t = run["t"][:]
    check(abs(t[-1] - 2) < 1e-12, "a run that was continued is one: up to %g" % t[-1])
    same(run["bodies/ball/x"][:], [3 * s for s in t], "x", 1e-7)
    same(run["bodies/ball/y"][:], [4 * s - 5 * s * s for s in t], "y", 1e-6)
    same(run["bodies/ball/accel_y"][:], [-10 for s in t], "acceleration", 1e-9)
    same(run["bodies/ball.rim/x"][:], [3 * s + math.cos(2 * s) for s in t], "a point", 1e-6)
    check(abs(file["run2/t"][-1] - 0.5) < 1e-12 and said(file["run2"], "name") == "again", "the second run")
    check(abs(file["tables/heights/h"][0] - 800) < 1 and said(file["tables/heights/h"], "units") == "mm", "a table in its unit")
    check(as_text(file["tables/heights/name"][0]) == "up", "texts of a table")
    check("mass" not in run["bodies/ball"] and "position_x" not in run["bodies/ball"], "what is constant or there twice")
    well_formed(file, "thrown")


def in_space():
    text = """mbs 1
world spatial { gravity = (0, 0, -9.81) m/s^2 }
body top { mass = 1 kg, inertia = (1, 2, 3) kg*m^2, spin = (0.1, 5, 0.2) rad/s, velocity = (1, 0, 0) m/s }
simulate 2 s
"""
    file, _ = stored(text)
    body = file["run1/bodies/top"]
    square = sum(body["rotation_" + part][:] ** 2 for part in "wxyz")
    check(abs(square - 1).max() < 1e-9, "a unit quaternion")
    same(body["z"][:], [-9.81 * t * t / 2 for t in file["run1/t"][:]], "z in space", 1e-6)
    check(said(body["spin_x"], "units") == "rad/s", "a spin's unit")
    energy = file["run1/energy/kinetic"][:] + file["run1/energy/potential"][:]
    check(abs(energy - energy[0]).max() < 1e-4 * abs(energy[0]), "energy is kept")
    well_formed(file, "in space")


sweep = thrown + """
sweep v in [1, 2] m/s { simulate 0.1 s }
sweep v in [3, 4, 5] m/s {
  simulate 0.1 s
  table study { v in m/s, x = final(ball.x) in m }
}
"""


def passes():
    file, _ = stored(sweep, "--jobs", "3")
    names = sorted(name for name in file if name.startswith("pass"))
    check(names == ["pass%04d" % i for i in range(1, 6)], "passes: %r" % names)
    for i, name in enumerate(names):
        check(said(file[name], "params") == "v = %d m/s" % (i + 1), "params of %s" % name)
        same(file[name]["run1/bodies/ball/vx"][:], [i + 1.0] * len(file[name]["run1/t"]), "speed in " + name, 1e-9)
    same(file["tables/study/x"][:], [0.3, 0.4, 0.5], "the table", 1e-6)
    many = {name: list(column[:]) for name, column in columns(file).items()}
    one, _ = stored(sweep, "--jobs", "1")
    check({name: list(column[:]) for name, column in columns(one).items()} == many, "the same by one thread")
    nested, _ = stored(thrown + "param k = 1\nsweep v in [1, 2] m/s { sweep k in [1, 2] { simulate 0.1 s / k } }\n")
    check("pass0002/pass0001/run1/t" in nested, "a sweep in a sweep")


def kept():
    plain = run(thrown + "simulate 1 s\nprint final(ball.x)\n")
    file, lines = stored(thrown + "simulate 1 s\nprint final(ball.x)\n", "--keep", "ball.v?", "--keep", "*.kinetic")
    lines = [line for line in lines if line["type"] != "signals"]  # which are the same signals
    check("".join(json.dumps(line) for line in lines) == "".join(json.dumps(json.loads(line)) for line in plain.splitlines()), "what is shown does not change")
    check(sorted(columns(file)) == ["run1/bodies/ball/vx", "run1/bodies/ball/vy", "run1/energy/kinetic", "run1/events/note", "run1/events/of",
                                    "run1/events/speed", "run1/events/t", "run1/events/what", "run1/t"], "what is kept: %r" % sorted(columns(file)))


def long_steps():
    """A swing by explicit steps is seen within them, too: places by their closed form, forces from the equations."""
    file, _ = stored("""body bob { mass = 2 kg, inertia = 1 kg*m^2, at = (1, 0) m }
point wall = (0, 0)
spring coil: wall to bob { stiffness = 2 N/m, length = 0 m }
simulate 6 s { integrator = explicit, tol = 1e-8 }
""")
    t, x, force = (file["run1/" + path][:] for path in ("t", "bodies/bob/x", "bodies/bob/accel_x"))
    # With a quarter of the step between two looks a straight line misses the cosine by h^2/8 at most.
    check(max(b - a for a, b in zip(t, t[1:])) < 0.1, "the longest way between two looks")
    check(max(abs(x - [math.cos(each) for each in t])) < 1e-6, "places within steps")
    check(max(abs(force + x)) < 1e-9, "accelerations within steps")


def for_others():
    """The tools of both formats read it."""
    stored(sweep)
    for tool in (["h5dump", "-H"], ["ncdump", "-h"]):
        if not shutil.which(tool[0]):
            print("left out: no %s here" % tool[0])
            continue
        done = subprocess.run(tool + ["out.h5"], capture_output=True, text=True, cwd=folder)
        check(done.returncode == 0 and "long_name" in done.stdout, "%s: %s" % (tool[0], done.stderr))
        if tool[0] == "ncdump":
            check("t = UNLIMITED" in done.stdout and 'x:units = "m"' in done.stdout, "NetCDF sees dimensions and units")


with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    for test in (as_the_script, closed_forms, in_space, passes, kept, long_steps, for_others):
        test()
sys.exit(1 if checks.failures else 0)
