"""A run of two million samples is stored in the memory of a short one, though its record lets go of most. Usage: long_test.py PROGRAM ROOT"""
import pathlib
import resource
import subprocess
import sys
import tempfile

import h5py

program = sys.argv[1]
script = """mbs 1
body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
simulate %g s { max_step = 1 ms }
"""


def run(folder, length, *options):
    (folder / "long.mbs").write_text(script % length)
    subprocess.run([program, "run", "long.mbs", "--h5", "long.h5", *options], check=True, cwd=folder, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # MB, the largest so far


with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    short, long = run(folder, 20), run(folder, 2000)
    with h5py.File(folder / "long.h5", "r") as file:
        t, x = file["run1/t"], file["run1/bodies/stone/x"]
        known = all(not (column[k] != column[k]) for column in (x, file["run1/bodies/stone/vy"], file["run1/energy/kinetic"])
                    for k in (0, len(t) // 3, len(t) // 2, -1))  # also where the record let go of them
        count, last = len(t), abs(x[-1] - 2000)
    # No result asks for an unknown, so times are all that the record keeps: 16 MB. An unknown and its rate would be 32 MB more.
    run(folder, 2000, "--memory", "30MB")
    with h5py.File(folder / "long.h5", "r") as file:
        bounded = len(file["run1/t"])
    print("%d samples: %.0f MB, beside %.0f MB of a hundredth" % (count, long, short))
    # All values at once would be 350 MB. What stays is the record, which shrinks above 100 MB, times, and one block.
    sys.exit(0 if count >= 2_000_000 and bounded == count and last < 1e-3 and known and long - short < 200 else 1)
