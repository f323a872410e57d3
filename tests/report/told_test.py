"""What a page tells in words: what was found of expectations, how the run was made, which pair of many presses hardest. Usage: told_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
THIN = "\u202f"


def report(script, *options):
    path = folder / (script.stem + ".html")
    done = subprocess.run([program, "run", str(script), "--out", str(folder), "--report", str(path), "--json", *options], capture_output=True, text=True)
    check(done.returncode in (0, 1), "%s: exit %d\n%s" % (script, done.returncode, done.stderr))
    return path, [json.loads(line) for line in done.stdout.splitlines()]


def expectations(page):
    """Each shows what was found, beside its own text, and where in its tolerance that lies."""
    path, told = report(root / "tests" / "golden" / "expect_parts.mbs")
    expects = [o for o in told if o["type"] == "expect"]
    page.open(path)
    lines = page.evaluate("""[...document.querySelectorAll('.expects li')].map(li => ({text: li.querySelector('.cond code').textContent, failed: li.classList.contains('failed'),
      found: [...li.querySelectorAll('.got > span:first-child')].map(e => e.textContent), where: [...li.querySelectorAll('.got')].map(e => e.querySelector('.where')?.textContent || ''),
      parts: [...li.querySelectorAll('.part')].map(e => e.textContent), fails: [...li.querySelectorAll('.part.fails')].map(e => e.textContent),
      scales: [...li.querySelectorAll('.margin circle')].map(e => Number(e.getAttribute('cx')) / 27)}))""")
    check(len(lines) == len(expects) > 15, "%d lines, %d expectations" % (len(lines), len(expects)))
    for line, expect in zip(lines, expects):
        parts = expect.get("parts", [expect])
        check(line["text"] == expect["text"] and line["failed"] == (not expect["holds"]), "%r is %r" % (line, expect))
        check(len(line["found"]) == len(parts), "%s: found %r" % (expect["text"], line["found"]))
        check(line["parts"] == ([p["text"] for p in parts] if len(parts) > 1 else []), "%s: parts %r" % (expect["text"], line["parts"]))
        check(line["fails"] == [p["text"] for p in parts if len(parts) > 1 and not p["holds"]], "%s: fail %r" % (expect["text"], line["fails"]))
        scales = [(p["value"] - p["wanted"]) / p["tolerance"] for p in parts if p["tolerance"] and p["value"] is not None]
        check(len(scales) == len(line["scales"]) and all(abs(a - b) < 0.01 for a, b in zip(scales, line["scales"])), "%s: scales %r, not %r" % (expect["text"], line["scales"], scales))
    by = {line["text"]: line for line in lines}
    for text, found, where in (("l < 2.5 m", "3" + THIN + "m", "item 3 of 3, 2 hold, fails by 0.5" + THIN + "m"),
                               ("all(ball.x < 4 m)", "3" + THIN + "m", "at 1" + THIN + "s, holds by 1" + THIN + "m"),
                               ("not any(ball.x > 5 m)", "3" + THIN + "m", "at 1" + THIN + "s, holds by 2" + THIN + "m"),
                               ("not all(ball.x > 1 m)", "0" + THIN + "m", "at 0" + THIN + "s, holds by 1" + THIN + "m"),
                               ("not any(l > 2.5 m)", "3" + THIN + "m", "item 3 of 3, 2 hold, fails by 0.5" + THIN + "m"),
                               ("count(l[l > 1 m]) == 2", "2", "")):
        check(by[text]["found"] == [found] and by[text]["where"] == [where], "%s: %r" % (text, by[text]))
    check(page.problems() == [], "expectations: %r" % page.problems())


def instants(page):
    """What rounding alone moves away from the start is told at the start, and a contact is known by its whole name."""
    script = folder / "fall.mbs"
    script.write_text("""mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(10 mm), mass = 1 kg, at = (0, 100 mm) }
point floor = (0, 0) { shape = plane }
contact l: ball to floor { law = flores(0.8, K = 1e7 N/m^1.5) }
simulate 0.15 s
expect max(ball.y) < 1 m
expect min(ball.y) < 1 m
expect max(l.FN) < 1e9 N
""")
    path, told = report(script)
    page.open(path)
    where = page.evaluate("[...document.querySelectorAll('.expects .where')].map(e => e.textContent)")
    check(len(where) == 3 and where[0].startswith("at 0" + THIN + "s"), "the top of a fall: %r" % where)
    check("impact" not in where[1] and where[2].count(", impact no. 1") == 1, "impacts: %r" % where)
    check(page.problems() == [], "instants: %r" % page.problems())


def units(page):
    """Seconds are rescaled, what is made of them is not; by the page's own functions, as `mbs` puts them into it."""
    own = "\n".join((root / "share" / "report" / name).read_text() for name in ("base.js", "sections.js", "plot_axes.js", "plot.js"))
    of = lambda call: page.evaluate("(() => {%s; return %s; })()" % (own, call))
    told = of("told({run: {}, data: {runs: [0, 1]}}, '1e-6 s^2, 1e-3 s^-1, 3e-3 s/m and 2e-3 s*N, 5e-3 s late.').map(n => n.textContent).join('')")
    check(told == "1e-6 s^2, 1e-3 s^-1, 3e-3 s/m and 2e-3 s*N, 5%sms late." % THIN, "units: %r" % told)
    ways = [of("comesBack([%s])" % x) for x in ("0, 1, 2, 2 - 1e-9, 3", "3, 2, 2 + 1e-9, 1", "0, 1, NaN, 1.5, 1.4, 3", "1, 1, 1", "NaN", "")]
    check(ways == [False, False, True, False, False, False], "curves that come back: %r" % ways)


def the_end(page):
    """How the run was made, in rows with names; numbers are those of `--json -v`."""
    path, told = report(root / "examples" / "slider_crank.mbs", "-v", "--set", "c=0.4 mm")
    run = next(o for o in told if o["type"] == "run")
    page.open(path)
    rows = dict(page.evaluate("[...document.querySelectorAll('footer dl > div')].map(e => [e.querySelector('dt').textContent, e.querySelector('dd').textContent])"))
    steps = "{:,}".format(run["counters"]["steps"]).replace(",", THIN)
    check(list(rows) == ["Made by", "Set for this run", "Run", "Steps", "Tolerance", "Kept"], "rows: %r" % rows)
    check(rows["Set for this run"] == "c = 0.4 mm" and rows["Steps"].startswith(steps + " implicit steps"), "rows: %r" % rows)
    # 0.25 m/s times 1e-6; the scales of the contact follow.
    check("relative 1e−6" in rows["Tolerance"] and "speeds to 250" + THIN + "nm/s" in rows["Tolerance"] and "as fine as contacts are shallow: at B a blow of" in rows["Tolerance"], "the tolerance: %r" % rows["Tolerance"])
    check("r*" not in page.evaluate("document.querySelector('footer').textContent"), "formulas: %r" % rows)
    check(page.problems() == [], "the end: %r" % page.problems())


def among_many(page):
    """The pair that presses hardest and the glow of its bodies are those of the script's own arithmetic: Hertz, from how deep they are."""
    script = folder / "many.mbs"
    script.write_text("""mbs 1
world planar { gravity = (0, 0) m/s^2 }
for i in 1..3 { body ball[i] { shape = sphere(20 mm), mass = 0.1 kg, at = (60 mm * i, 0), velocity = ((if i == 1 then 1 else 0) * 1 m/s, 0 m/s) } }
point wall = (0.24 m, 0) { shape = plane, angle = 90 deg }
contacts heap { among = [ball, wall], law = hertz(K = 1e7 N/m^1.5) }
simulate 0.3 s
table every 0.05 ms { t, F12 = 1e7 * max(40 mm - (ball[2].x - ball[1].x), 0 mm)^1.5 * 1 N/m^1.5, F23 = 1e7 * max(40 mm - (ball[3].x - ball[2].x), 0 mm)^1.5 * 1 N/m^1.5,
  F3 = 1e7 * max(20 mm - (0.24 m - ball[3].x), 0 mm)^1.5 * 1 N/m^1.5 }
""")
    path, told = report(script)
    rows = next(o for o in told if o["type"] == "table")["rows"]
    largest = max(max(row[1:]) for row in rows)
    page.open(path)
    seen = page.evaluate("((run, times) => times.map(t => [run.groups[0].at(t), run.glows(t)]))(%s.run, %s)" % (APP, json.dumps([row[0] for row in rows])))
    names = ["ball[1]", "ball[2]", "ball[3]", "wall"]
    pairs = [("ball[1]", "ball[2]"), ("ball[2]", "ball[3]"), ("ball[3]", "wall")]
    members = page.evaluate("%s.run.groups[0].members.map(m => m.name)" % APP)
    check(sorted(members) == names, "members: %r" % members)
    touching, off = 0, 0
    for (t, *forces), (hardest, glows) in zip(rows, seen):
        most = max(forces)
        touching += most > 0.02 * largest
        shown = hardest[0] if hardest else 0
        check(abs(shown - most) <= 0.01 * largest, "the hardest at %g s: %r, not %g N" % (t, hardest, most))
        if most > 0.05 * largest and most > 1.1 * sorted(forces)[-2]:
            check({members[m] for m in hardest[1:]} == set(pairs[forces.index(most)]), "the pair at %g s: %r" % (t, hardest))
        for body in (1, 2, 3):
            force = max(f for f, pair in zip(forces, pairs) if "ball[%d]" % body in pair)
            glow = (glows[body] if body < len(glows) else None) or 0
            off = max(off, abs(glow ** 2 - force / largest))
    check(off < 0.06, "a glow is off by %g of the largest force" % off)
    check(touching > 20, "hardly anything touches: %d rows" % touching)
    head = page.evaluate("document.querySelector('.crown').textContent")
    check("Hardest of heap:" in head, "under the title: %r" % head)
    page.evaluate("document.querySelector('.crown .go').click()")
    line = page.evaluate("document.querySelector('.groups').textContent")
    check("one pair touches, " in line and "%.3g" % largest in line.replace(THIN, " "), "over the stage: %r, largest %g N" % (line, largest))
    warm = """(c => { const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;
      for (let i = 0; i < d.length; i += 4) if (d[i] > 1.5 * d[i + 2] && d[i] > 150) ++n; return n; })(%s.canvas)""" % APP
    hot = page.evaluate(warm)
    page.evaluate("[...document.querySelectorAll('.chips .chip')].find(b => b.textContent === 'Forces').click()")
    check(hot > 500 > page.evaluate(warm), "the switch of forces takes the glow: %d pixels, then %d" % (hot, page.evaluate(warm)))
    check(page.problems() == [], "among many: %r" % page.problems())


browser_path = chromium.find_or_skip()
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    with chromium.new_page(browser_path) as page:
        expectations(page)
        instants(page)
        units(page)
        the_end(page)
        among_many(page)
sys.exit(1 if checks.failures else 0)
