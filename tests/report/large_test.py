"""A page near the largest size: it keeps to it, opens offline, says what was left out, and shows what happened.

Usage: large_test.py PROGRAM ROOT. Exit code 77 without Chromium, once all is checked that needs none.
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
LIMIT = 20_000_000  # bytes, without --report-size


def curves(t):
    """What the three plots show at `t`, each with the range of its curve: x and its speed; y and its speed; both speeds."""
    x = [(i + 0.3 * math.sin((70 + i) * t), 0.6) for i in range(1, 5)]
    y = [(0.3 * math.cos((80 + i) * t), 0.6) for i in range(1, 5)]
    vx = [(0.3 * (70 + i) * math.cos((70 + i) * t), 0.6 * (70 + i)) for i in range(1, 5)]
    vy = [(-0.3 * (80 + i) * math.sin((80 + i) * t), 0.6 * (80 + i)) for i in range(1, 5)]
    return [x + vx, y + vy, vx + vy]


def opens(browser, path, data):
    page = chromium.Page(browser)
    page.open(path)
    footer = page.evaluate("document.querySelector('footer').textContent")
    check(re.search(r"curves are drawn coarser, to [0-9.e−-]+ of their range.*so that this file stays small", footer), "its last line: " + footer)
    # Off by what it says: `error` of each range by points that are left out; a line between samples 200 us apart is off by
    # (w h)^2 / 8 of the amplitude, 4e-5 of it.
    for k in range(5):
        t = 80 * (0.07 + 0.19 * k)
        marks = page.evaluate("(() => { const app = mbsReport.app; app.clock.set(%r, 'test'); app.plots.forEach(p => { p.inView = true; p.build(); });"
                              " return app.plots.map(p => p.marks.map(m => m.y)); })()" % t)
        for shown, true in zip(marks, curves(t)):
            check(len(shown) == 8, "marks: %r" % shown)
            for value, (wanted, size) in zip(shown, true):
                check(abs(value - wanted) <= (data["error"] + 4e-5) * size, "a curve at %g s: %r, not %r" % (t, value, wanted))
    # Curves are a layer of their own, so that a mark that moves paints none of them anew: eight that go up and down some
    # thousand times took a second to paint; dashes within them are not seen and took the most of it.
    layers = page.evaluate("mbsReport.app.plots.map(p => { const g = p.svg.querySelector('.curves'), own = g && getComputedStyle(g).willChange === 'transform' && !g.contains(p.hand) && !g.contains(p.dots);"
                           " return [own, g.querySelectorAll('.band:not([stroke-dasharray])').length]; })")
    check(layers == [[True, 4], [True, 4], [True, 8]], "layers, and curves that fill what they go through: %r" % layers)
    check(page.problems() == [], "problems: %r" % page.problems())


with tempfile.TemporaryDirectory() as place:
    path = pathlib.Path(place) / "large.html"
    done = subprocess.run([program, "run", "-q", str(root / "tests" / "report" / "large.mbs"), "--memory", "4GB", "--report", str(path)], capture_output=True, text=True)
    check(done.returncode == 0 and done.stderr == "", "exit %d: %s" % (done.returncode, done.stderr[-500:]))
    text = path.read_text()
    data = json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', text, re.S).group(1))
    size, points = path.stat().st_size, sum(c["values"]["f4"][1] for item in data["items"] if item["type"] == "plot" for c in item["curves"])
    print("%d bytes, %d points, %g times coarser" % (size, points, data["coarser"]))
    check(size <= LIMIT, "%d bytes" % size)
    check(size > LIMIT / 2, "nowhere near the limit: %d bytes" % size)
    check(data["coarser"] > 1 and points < 24 * 400_000, "nothing is left out, so this says nothing: %d points" % points)
    browser_path = chromium.find()
    if browser_path:
        browser = chromium.Browser(browser_path)
        try:
            opens(browser, path, data)
        finally:
            browser.close()
    else:
        print("skipped: there is no Chromium (Debian: apt-get install chromium)")
sys.exit(1 if checks.failures else 0 if browser_path else 77)
