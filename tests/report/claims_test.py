"""What a page claims is so, and what there is it shows: laws beyond their domain, the row of the present blow. Usage: claims_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
THIN = "\u202f"


def report(name, text=None):
    """Of an example, or of a text."""
    path, script = folder / (name + ".html"), folder / (name + ".mbs")
    if text:
        script.write_text(text)
    if not path.exists():
        done = subprocess.run([program, "run", str(script if text else root / "examples" / (name + ".mbs")), "--out", str(folder), "--report", str(path)],
                              capture_output=True, text=True)
        check(path.exists() and done.returncode in (0, 1, 2, 3), "%s: exit %d\n%s" % (name, done.returncode, done.stderr))
    return path


def words(page, selector):
    return page.evaluate("[...document.querySelectorAll(%s)].map(e => e.textContent)" % json.dumps(selector))


def size(page, width, height=900):
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


# A law that is none for speeds above, or below, those named; balls that fall on a floor, each by itself.
LAW = """mbs 1
param fast = 1 m/s
param slow = 0 m/s
world planar { gravity = (0, -10) m/s^2 }
point floor = (0, 0) { shape = plane }
law soft(limit: m/s) {
  warn if v_impact > limit, "faster than its law is for"
  warn if v_impact < slow, "slower than its law is for"
  FN = 1e7 N/m * delta * (1 + 0.3 * ddelta / max(v_impact, 1 mm/s))
}
"""
BODY = "body %s { shape = sphere(10 mm), mass = 1 kg, at = (%d m, 10 mm + %s), velocity = (0 m/s, %s) }\ncontact at_%s: %s to floor { law = soft(%s) }\n"


def ball(name, x, height, limit, speed="0 m/s"):
    return BODY % (name, x, height, speed, name, name, limit)


def tags(page):
    """Of the headline, and of the sections of the contacts, in their order."""
    return words(page, ".crown a.src"), page.evaluate("[...document.querySelectorAll('.contact .gist')].map(g => g.querySelector('a.src')?.textContent ?? '')")


BEYOND, AT_TIMES = "beyond its law: W0601", "its law is not made for some of its impacts: W0601"


def laws(page):
    """The tag of the hardest impact is about it: not about slow ones, other passes, other impacts."""
    # All impacts but the last are faster than 1 m/s, the first is the hardest; one ball alone falls beyond its law.
    page.open(report("laws_first", LAW + ball("a", 0, "0.45 m", "1 m/s") + ball("b", 1, "0.2 m", "9 m/s") + "simulate 1.5 s\n"))
    check(tags(page) == ([BEYOND], [BEYOND, ""]), "the hardest is told: %r" % (tags(page),))
    page.open(report("laws_slow", LAW.replace("slow = 0", "slow = 9") + ball("a", 0, "0.45 m", "99 m/s") + "simulate 1.5 s\n"))
    check(tags(page) == ([], [""]), "slowness says nothing of the hardest: %r" % (tags(page),))
    # The law's bound is one that falls with time: the hardest, first impact is within it.
    late = LAW.replace("v_impact > limit", "v_impact > limit and t > 0.5 s")
    page.open(report("laws_late", late + ball("a", 0, "0.45 m", "1 m/s") + "simulate 1.5 s\n"))
    check(tags(page) == ([], [AT_TIMES]), "another impact: %r" % (tags(page),))
    # The first to touch, the lowest, is the one that an instant is told of.
    page.open(report("laws_both", LAW + ball("a", 0, "0.2 m", "1 m/s") + ball("b", 1, "0.45 m", "1 m/s") + ball("c", 2, "0.1 m", "1 m/s") + "simulate 0.7 s\n"))
    crown, gists = tags(page)
    check(crown == [] and gists[2] == BEYOND and set(gists[:2]) <= {"", AT_TIMES}, "of several contacts: %r" % (tags(page),))
    # In the second pass alone the ball is slower; its warning, alike, is counted and not told.
    page.open(report("laws_passes", LAW + ball("a", 0, "0.45 m", "fast") + "sweep fast in [9, 1, 0.5] m/s { simulate 0.5 s }\n"))
    seen = []
    for i in range(3):
        page.evaluate("%s.choose(%d)" % (APP, i))
        seen.append(tags(page)[0])
    check(seen == [[], [BEYOND], []], "of passes: %r" % seen)
    page.open(report("laws_runs", late + ball("a", 0, "0.45 m", "1 m/s") + "simulate 0.5 s\nsimulate 1 s\n"))
    seen = []
    for i in range(2):
        page.evaluate("%s.choose(%d)" % (APP, i))
        seen.append(tags(page))
    check(seen == [([], [""]), ([], [AT_TIMES])], "of runs: %r" % seen)


def rows(page):
    """The row of a blow is marked as long as the lens shows it, and by a click upon it; none is where nothing is shown."""
    page.open(report("rigid_ball"))
    page.evaluate("%s.later.all()" % APP)
    seen = page.evaluate("""(app => { const {table, contact} = app.logs[0], marked = () => table.body.querySelector('tr.here .number')?.textContent ?? '';
      const at = (k, part) => { app.clock.set(contact.impacts[k].t + part * contact.moment, 'test'); return [marked(), app.lenses[0].cells.contact.textContent.split(' ')[0]]; };
      const shown = [at(0, 0), at(0, 0.5), at(1, 0), at(0, 1.5)];
      app.clock.set(app.run.from, 'test');
      table.lines[2].click();
      return [...shown, [marked(), String(app.clock.t === contact.impacts[2].t)]]; })(%s)""" % APP)
    check(seen == [["1", "1"], ["1", "1"], ["2", "2"], ["", "open"], ["3", "true"]], "rows of blows: %r" % seen)


path = chromium.find_or_skip()
with tempfile.TemporaryDirectory() as name, chromium.new_page(path) as page:
    folder = pathlib.Path(name)
    for test in (laws, rows):
        test(page)
    check(page.problems() == [], "%r" % page.problems())
sys.exit(1 if checks.failures else 0)
