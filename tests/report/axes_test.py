"""Axes of the page's plots. Usage: axes_test.py PROGRAM

Exit 77: there is no Chromium here.
"""
import pathlib
import subprocess
import sys

import browser as chromium
from checks import check

SCRIPT = """mbs 1
body b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
simulate 1 s
plot [0, 1, 1, 0] mm vs [0, 0, 40, 40] mm { equal = true }
plot [-1, 4e5, 2e-4, 1e-15] N vs [1e-6, 1, 2, 3] s { x = log, y = log }
plot [0.33, 0.93] mm vs [2.1e-7, 4.9e-7] s { x = log }
"""


def axes(page):
    plots = page.evaluate("""window.mbsReport.app.plots.map(p => ({rx: p.rx, ry: p.ry, labels: p.labelsY,
      x: [...p.svg.querySelectorAll('.tx')].map(e => e.textContent),
      wide: (p.px(p.rx[1]) - p.px(p.rx[0])) / (p.rx[1] - p.rx[0]), tall: (p.py(p.ry[0]) - p.py(p.ry[1])) / (p.ry[1] - p.ry[0])}))""")
    check(len(plots) == 3, "three plots: %d" % len(plots))
    equal, log, narrow = plots
    check(abs(equal["wide"] / equal["tall"] - 1) < 1e-9, "one scale for both axes: %r" % equal)
    check(log["rx"] == [1, 2], "x is of the points that are drawn: %r" % log["rx"])
    check(abs(log["ry"][0] / 2e-4 - 1) < 1e-6, "rounding makes the axis no longer: %r" % log["ry"])
    check("10⁻³" in log["labels"] and "10³" in log["labels"], "one notation: %r" % log["labels"])
    check(len(log["x"]) >= 2 and len(narrow["x"]) >= 2, "two ticks: %r, %r" % (log["x"], narrow["x"]))


with chromium.tested_page() as (page, folder):
    (folder / "axes.mbs").write_text(SCRIPT)
    done = subprocess.run([sys.argv[1], "run", "axes.mbs", "--report", "axes.html"], cwd=folder, capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)
    page.open(folder / "axes.html")
    page.evaluate("window.mbsReport.app.plots.forEach(p => p.build())")
    axes(page)
