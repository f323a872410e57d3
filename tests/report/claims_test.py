"""What a page claims is so, and what there is it shows: laws, rows, heads, infinite values, empty plots, loops, lanes, verdicts. Usage: claims_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import json
import pathlib
import re
import subprocess
import sys

import browser as chromium
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
      const at = (k, part) => { app.clock.set(contact.impacts[k].t + part * contact.moment, 'test'); return [marked(), app.lenses[0].cells.impact.textContent.split(' ')[0]]; };
      const shown = [at(0, 0), at(0, 0.5), at(1, 0), at(0, 1.5)];
      app.clock.set(app.run.from, 'test');
      table.lines[2].click();
      return [...shown, [marked(), String(app.clock.t === contact.impacts[2].t)]]; })(%s)""" % APP)
    check(seen == [["1", "1"], ["1", "1"], ["2", "2"], ["", "none"], ["3", "true"]], "rows of blows: %r" % seen)


BROKEN = """[...document.querySelectorAll('th button > span:first-child')].flatMap(head => {
  const broken = [], texts = document.createTreeWalker(head, 4);
  for (let node; (node = texts.nextNode());) for (const word of node.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(b => Math.round(b.top))).size > 1) broken.push(word[0]);
  }
  return broken; })"""


def heads(page):
    """Heads of tables break between words alone; logs need no scroll bar for that, and have their bars on a usual screen."""
    for width in (1440, 1280, 390):
        page.size(width)
        for example in ("slider_crank", "rigid_ball", "gears"):
            page.open(report(example))
            page.evaluate("%s.later.all()" % APP)
            broken = page.evaluate(BROKEN)
            check(broken == [], "%s on %d px: broken %r" % (example, width, broken))
            wide = page.evaluate("[...document.querySelectorAll('.log .scroll')].map(e => e.scrollWidth - e.clientWidth)")
            check(wide and max(wide) <= 0, "%s on %d px: logs are too wide by %r" % (example, width, wide))
            bars = page.evaluate("[...document.querySelectorAll('.log td .bar')].filter(b => b.getClientRects().length).length")
            check(bars > 0 or width < 1440, "%s on %d px: no bars" % (example, width))
    page.size(1440)
    wide = page.evaluate("document.querySelector('section.others').clientWidth / document.querySelector('main').clientWidth")
    check(wide > 0.98, "other contacts take %g of the width" % wide)


INFINITE = """mbs 1
param z = 0
world planar { gravity = (0, -10) m/s^2 }
body b { mass = 1 kg, inertia = 1 kg*m^2, at = (0, 1 m) }
simulate 1 s
table tab { a = [1 m, 1 m/z, -1 m/z, 2 m], n = [1, 2, 3, 0*(1/z)] }
expect 1/z > 1
expect -1/z < 2 and 3 < 1/z
expect final(b.y)/z ~ 1 m within 1 m
plot 1/z * b.y vs t
plot b.y vs t
histogram [1, 2] { range = 5 .. 6 }
histogram [1, 2]
"""


def infinite(page):
    """Infinite values are told as such, and sorted; missing ones are not. Plots without a point say so, and a point by itself is seen."""
    path = report("infinite", INFINITE)
    page.open(path)
    cells = words(page, ".table tbody td")
    check(cells == ["1", "1", "\u221e", "2", "\u2212\u221e", "3", "2", "\u2013"], "a table: %r" % cells)
    page.evaluate("document.querySelector('th button').click()")
    check(words(page, ".table tbody td:first-child") == ["\u221e", "2", "1", "\u2212\u221e"], "sorted: %r" % words(page, ".table tbody td:first-child"))
    found = words(page, ".got > span")
    check(found == ["\u221e", "\u2212\u221e", "3", "\u2212\u221e" + THIN + "m"], "expectations: %r" % found)
    seen = page.evaluate("%s.plots.map(p => { p.inView = true; p.build(); return p.svg.querySelector('.nothing')?.textContent ?? ''; })" % APP)
    check(seen == ["nothing to plot", "", "nothing to plot", ""], "plots: %r" % seen)


def alone(page):
    """Points between gaps are dots, as large as the eye needs; what is joined has none."""
    page.open(report("infinite", INFINITE))
    boxes = page.evaluate("""(app => { const plot = app.plots[1], [c] = plot.spec.curves, n = c.x.length; plot.inView = true; plot.build();
      const drawn = y => { const path = plot.path({...c, extents: undefined, y}, 0); plot.svg.append(path); const b = path.getBBox(); path.remove(); return [b.width, b.height]; };
      const only = keep => c.y.map((v, i) => keep(i) ? v : NaN);
      return [drawn(only(i => i === 7)), drawn(only(i => i === 7 || i === n - 1)), plot.path(c, 0).getAttribute('d').includes('a')]; })(%s)""" % APP)
    check(all(1.5 <= v <= 5 for v in boxes[0]) and boxes[1][0] > 50 and boxes[2] is False, "dots: %r" % boxes)


def loops(page):
    """Where no impact is the present one its loops can be read; where one is the others are pale."""
    page.open(report("slider_crank"))
    page.evaluate("%s.later.all()" % APP)
    seen = page.evaluate("""(app => { const loop = app.runPlots.find(p => p.spec.episodes && !p.spec.equal), c = loop.spec.episodes; loop.inView = true; loop.build();
      const at = t => { app.clock.set(t, 'test'); return Number(getComputedStyle(loop.svg.querySelector('.curve.ghost')).opacity); };
      return [at(0.5 * (c.impacts[0].t + c.impacts[0].t_end)), at(app.run.from)]; })(%s)""" % APP)
    check(seen[0] < 0.4 and seen[1] >= 0.65, "opacities: %r" % seen)


def files(page):
    """Saved plots are called by their names; without one by their number; in letters that every system takes."""
    page.open(report("names", BALL_OF_GLASS + "simulate 0.1 s\nplot ball.y vs t\nplot ball.x vs t { title = \"Path: x/y of the ball\" }\nplot " + "l" * 70 + ": ball.vx vs t\n"))
    page.evaluate("%s.later.all()" % APP)
    names = page.evaluate("""(app => { const saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
      [...document.querySelectorAll('figure.plot .tools')].forEach(t => [...t.querySelectorAll('button')].slice(-2).forEach(b => b.click())); return saved; })(%s)""" % APP)
    check(names[:4] == ["plot_1.svg", "plot_1.csv", "Path_x_y_of_the_ball.svg", "Path_x_y_of_the_ball.csv"], "names: %r" % names)
    check("at_floor_gap.svg" in names and len(set(names)) == len(names) and all(re.fullmatch(r"[\w.-]{1,64}", n) for n in names), "names: %r" % names)


BALL_OF_GLASS = """mbs 1
world planar { gravity = (0, -10) m/s^2 }
body ball { shape = sphere(10 mm), mass = 1 kg, at = (0, 50 mm) }
point floor = (0, 0) { shape = plane }
contact at_floor: ball to floor { law = flores(0.8, K = 1e7 N/m^1.5) }
"""


def lanes(page):
    """Contacts that never close have no lane among many; they are counted."""
    text = LAW + "".join(ball("b%d" % i, i, "0.1 m" if i < 12 else "9 m", "99 m/s") for i in range(20)) + "simulate 0.3 s\n"
    for width in (1440, 390):
        page.size(width)
        page.open(report("lanes", text))
        shown = page.evaluate("document.querySelectorAll('.lane [data-contact]').length")
        check(words(page, ".more-lanes") == ["+ %d more" % (12 - shown)], "%d px: %r beside %d" % (width, words(page, ".more-lanes"), shown))
        page.evaluate("document.querySelector('.more-lanes').click()")
        lanes = words(page, ".lane [data-contact]")
        check(sorted(lanes) == sorted("at_b%d" % i for i in range(12)), "%d px, lanes: %r" % (width, lanes))
        check(words(page, ".lane .resting") == ["8 more never close"] and "never" not in words(page, ".lane text"), "%d px: %r" % (width, words(page, ".lane text")))
    page.size(1440)
    page.open(report("lanes_few", LAW + "".join(ball("b%d" % i, i, "0.1 m" if i < 3 else "9 m", "99 m/s") for i in range(8)) + "simulate 0.3 s\n"))
    more = page.evaluate("(b => [b.textContent, b.disabled, b.hidden])(document.querySelector('.more-lanes'))")
    check(more == ["5 more never close", True, False], "all that close have a lane: %r" % more)


FAILING = BALL_OF_GLASS.replace("world", """law brittle(K: N/m) {
  require v_impact < 0.5 m/s, "it breaks"
  FN = K * delta
}
world""").replace("flores(0.8, K = 1e7 N/m^1.5)", "brittle(1e7 N/m)") + """simulate 0.05 s
expect final(ball.y) > 1 m
expect max(ball.y) < 1 m
simulate 0.2 s
"""


def verdicts(page):
    """What fails is told beside an error; of passes the one of the largest force."""
    page.open(report("verdict", FAILING))
    told = words(page, ".verdict")
    check(told == ["1 error, 1 of 2 expectations fails"], "the verdict: %r" % told)
    page.open(report("sweep", BALL_OF_GLASS.replace("(0, 50 mm)", "(0, high)").replace("world", "param high = 50 mm\nworld") + "sweep high in [50, 90, 30] mm { simulate 0.2 s }\n"))
    seen = []
    for i in range(3):
        page.evaluate("%s.choose(%d)" % (APP, i))
        seen.append([words(page, ".crown p")[0].startswith("Hardest of this pass (%s, %d of 3), and of all: " % (page.evaluate("%s.label(%d)" % (APP, i)), i + 1)), words(page, ".crown .go")[1:]])
    there = ["Hardest of all: %.4g%sN at at_floor, high = 90 mm" % (page.evaluate("%s.data.runs[1].run.hardest" % APP), THIN)]
    check(seen == [[False, there], [True, []], [False, there]], "of passes: %r" % seen)
    page.evaluate("document.querySelectorAll('.crown .go')[1].click()")
    check(page.evaluate("(app => [app.runIndex, app.passSelect.value, app.run.top.episode(app.clock.t)])(%s)" % APP) == [1, "1", 0], "and its way there")
    page.size(390)
    page.open(report("loose_shaft"))
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(wide <= 0 and len(words(page, ".crown .go")) == 2, "on a phone: %r px too wide" % wide)
    page.size(1440)


with chromium.tested_page() as (page, folder):
    for test in (laws, rows, heads, infinite, alone, loops, files, lanes, verdicts):
        test(page)
