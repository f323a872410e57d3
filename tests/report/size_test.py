"""A report that would be larger than its budget stays below. Usage: size_test.py PROGRAM"""
import pathlib
import subprocess
import sys
import tempfile

import checks
from checks import check

script = """mbs 1
for i in 1..40 {
  body b[i] { mass = 1 kg, inertia = 1 kg*m^2 }
  drive d[i]: b[i] = (i * 1 m + 0.3 m * sin((40 + i) * 1 rad/s * t), 0.3 m * cos((50 + i) * 1 rad/s * t))
}
simulate 20 s
plot b[1].x, b[2].x, b[3].y vs t
"""
budget = 2_000_000


def size(folder, *options):
    (folder / "many.mbs").write_text(script)
    done = subprocess.run([sys.argv[1], "run", "many.mbs", "--report", "many.html", "--memory", "4GB", *options], cwd=folder, capture_output=True, text=True)
    check(done.returncode == 0, "exit %d: %s" % (done.returncode, done.stderr[-500:]))
    return (folder / "many.html").stat().st_size


with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    whole, bounded = size(folder, "--report-size", "1GB"), size(folder, "--report-size", "2MB")
    print("%.1f MB, bounded %.1f MB" % (whole / 1e6, bounded / 1e6))
    check(whole > 1.2 * budget, "the whole one is no larger than the budget: the test says nothing")
    check(bounded <= budget, "%d bytes" % bounded)
    check(bounded > 300_000, "hardly anything is left: %d bytes" % bounded)
sys.exit(1 if checks.failures else 0)
