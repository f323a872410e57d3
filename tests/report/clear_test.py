"""What was unclear to readers: kept signals, lanes of rigid parts, the clock's hand, lenses of corners, arrows, small values, names of losses.

Usage: clear_test.py PROGRAM ROOT. Exit 77: there is no Chromium here.
"""
import json
import pathlib
import re
import sys

import browser as chromium
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
THIN = "\u202f"


def report(name, text=None, *options):
    """Of an example, or of a text; and what it says."""
    path, done = chromium.run_with_report(program, root, folder, name, text, "--json", *options)
    return path, [json.loads(line) for line in done.stdout.splitlines()]


def words(page, selector):
    return page.evaluate("[...document.querySelectorAll(%s)].map(e => e.textContent)" % json.dumps(selector))


BALL = """mbs 1
param v = 1 m/s
world planar { gravity = (0, -10) m/s^2 }
body ball { shape = sphere(10 mm), mass = 1 kg, at = (0, 50 mm), velocity = (v, 0 m/s) }
point floor = (0, 0) { shape = plane }
contact hit: ball to floor { law = flores(0.8, K = 1e7 N/m^1.5) }
"""


def kept(page):
    """`--keep` gives plots on the clock, a thing's signals of one unit in one, behind what the script shows; in a sweep passes are one plot."""
    path, lines = report("kept", BALL + "simulate 0.1 s\ncontinue 0.1 s\nplot ball.y vs t\n", "--keep", "ball.v?", "--keep", "ball.x", "--keep", "hit.FN")
    page.open(path)
    page.evaluate("%s.later.all()" % APP)
    plots = page.evaluate("%s.plots.map(p => p.spec.curves.map(c => c.name))" % APP)
    check(plots == [["ball.y"], ["ball.x"], ["ball.vx", "ball.vy"], ["hit.FN"]], "kept: %r" % plots)
    check(page.evaluate("(k => k.querySelectorAll('figure.plot').length)(document.querySelector('#kept'))") == 3, "their section")
    told = [o for o in lines if o["type"] == "signals"][-1]
    t = told["t"]["values"][len(told["t"]["values"]) // 3]
    shown = page.evaluate("(app => { app.clock.set(%r, 'test'); app.plots.forEach(p => { p.inView = true; p.build(); }); return app.plots[1].marks[0].y; })(%s)" % (t, APP))
    wanted = next(s for s in told["signals"] if s["name"] == "ball.x")["values"][told["t"]["values"].index(t)]
    check(abs(shown - wanted) <= 1e-6 * abs(wanted), "a kept signal at the clock: %r, not %r" % (shown, wanted))
    path, _ = report("kept_sweep", BALL + "sweep v in [1, 2, 3] m/s { simulate 0.1 s }\n", "--keep", "ball.x")
    page.open(path)
    page.evaluate("%s.later.all()" % APP)
    runs = page.evaluate("%s.plots.map(p => p.spec.curves.map(c => c.run))" % APP)
    check(runs == [[0, 1, 2]], "passes in one plot: %r" % runs)


PRESSED = """mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body b { shape = box(0.2 m, 0.1 m), mass = 2 kg, at = (0, 50) mm }
point table = (0, 0) { shape = plane }
contact c: b.corner to table { law = unilateral, friction = coulomb(0.3) }
force push: b = (20 N * t/(1 s), 0 N)
simulate 1 s
table small { a = [1.7e-5, 7.8e-6, 0.5, 0, -2e-4] }
"""


def pressed(page):
    """Rigid parts that press without a blow: the force, and when it is largest; 11.28 N from the instant on at which the block slides, 0.3 m g / (20 N/s)."""
    path, _ = report("pressed", PRESSED)
    page.open(path)
    text = page.evaluate("document.querySelector('.crown').textContent")
    check("c[2]: 11.28" + THIN + "N at 0.2943" + THIN + "s" in text and "N·s" not in text and "Nothing strikes" in text, "the head: %r" % text)
    page.evaluate("%s.later.all()" % APP)
    gists = words(page, ".contact .gist")
    check(gists[:2] and all(re.search(r"closed from the start: at most [\d.]+\u202fN at", g) for g in gists[:2]), "contacts: %r" % gists)
    heads = words(page, ".log th button > span:first-child")
    check("largest force" in heads and "blow" not in heads and "deepest" not in heads, "columns: %r" % heads)
    check("impulse" not in words(page, ".read dt"), "the lens: %r" % words(page, ".read dt"))
    cells = words(page, ".table:not(.log) td")
    check(cells == ["1.7e\u22125", "7.8e\u22126", "0.5", "0", "\u22122e\u22124"], "a column's small numbers: %r" % cells)


def names_of_balls(browser):
    """No name of a ball lies on another one: it would be taken for that one's."""
    page = chromium.Page(browser, width=390, height=844)
    page.open(report("newtons_cradle")[0])
    found = page.evaluate("""(({stage, run}) => { const near = (x, low, size) => Math.max(low, Math.min(x, low + size)), {short} = stage.labelling, called = b => short.get(run.bodies[b].name) || run.bodies[b].name;
      return stage.labels.flatMap(l => stage.labelling.discs().filter(d => called(d.body) !== l.text && Math.hypot(near(d.x, l.x, l.w) - d.x, near(d.y, l.y, l.h) - d.y) < d.r).map(d => [l.text, called(d.body)])); })(%s)""" % APP)
    shown = page.evaluate("%s.stage.labels.length" % APP)
    check(shown == 5 and found == [], "%d names, of which lie on others: %r" % (shown, found))
    page.close()


def long_names(browser):
    """Names of 120 letters are folded or shortened: nothing is wider than the page."""
    name = "a_very_long_name_" * 7
    text = BALL.replace("ball", name + "ball").replace("floor", name + "floor").replace("hit", name + "hit")
    path, _ = report("long", text + "simulate 0.3 s\ntable %stab every 50 ms { %sball.x, %sball.y }\nplot %sball.y vs t\nexpect final(%sball.y) < 1 m\n" % ((name,) * 5))
    for width in (390, 1440):
        page = chromium.Page(browser, width=width, height=1600)
        page.open(path)
        page.evaluate("%s.later.all()" % APP)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide <= 0, "%d px: %d px too wide" % (width, wide))
        page.close()


def legends(page):
    path, _ = report("legend", BALL + "simulate 0.1 s\nplot ball.x, ball.y vs t { legend = false }\nplot ball.x, ball.y vs t\n")
    page.open(path)
    entries = page.evaluate("[...document.querySelectorAll('figure.plot')].slice(0, 2).map(p => p.querySelectorAll('.legend .entry').length)")
    check(entries == [0, 2], "legends: %r" % entries)


def lanes(page):
    """Of rigid parts two scales, blows and force; the hand lies behind what it would hide; buttons and numbers of the axis keep apart."""
    page.open(report("woodpecker")[0])
    texts = words(page, ".lane text")
    force = page.evaluate("(c => c.hardest)(%s.run.contacts.find(c => c.name === 'low'))" % APP)
    shown = [t for t in words(page, ".lane .pressing")]
    check(len(shown) == 2 and any(re.search(r"N\b", t) and abs(float(re.sub(r"[^\d.].*", "", t)) / (1e3 * force) - 1) < 0.01 for t in shown), "forces of rigid parts: %r of %r" % (shown, texts))
    for example in ("slider_crank", "rigid_die", "gears"):
        for width in (1440, 390):
            page.size(width, 850)
            page.open(folder / (example + ".html") if (folder / (example + ".html")).exists() else report(example)[0])
            order = page.evaluate("(r => { const all = [...r.children], of = e => all.indexOf(e); return [of(r.querySelector('.hand:not(.veil)')), Math.min(...[...r.querySelectorAll('.force')].map(of)), of(r.querySelector('.veil')), Math.max(...[...r.querySelectorAll('.force')].map(of))]; })(document.querySelector('.lane'))")
            check(order[0] < order[1] and order[2] > order[3], "%s: the hand is before the peaks: %r" % (example, order))
            overlaps = page.evaluate("""(() => { const box = e => e.getBoundingClientRect(), buttons = [...document.querySelectorAll('.lanes button')].filter(b => b.getClientRects().length).map(box);
              const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
              return [...document.querySelectorAll('.lane > text')].filter(t => buttons.some(b => meet(box(t), b))).map(t => t.textContent); })()""")
            check(overlaps == [], "%s, %d px: buttons over %r" % (example, width, overlaps))
            outside = page.evaluate("(r => [...r.querySelectorAll('text')].filter(t => t.getBoundingClientRect().right > document.querySelector('.lanes').getBoundingClientRect().right + 1).map(t => t.textContent))(document.querySelector('.lane'))")
            check(outside == [], "%s, %d px: beyond the lanes %r" % (example, width, outside))
    page.size(1440, 900)


def corners(page):
    """The looking glass shows both bodies where one is flat and the other a tip; arrows do not leave the picture."""
    page.open(report("ratchet")[0])
    seen = page.evaluate("""(app => { const lens = app.lenses.find(l => l.contact === app.run.top);
      const {sides} = lens, w = lens.window; return sides.map(p => [-0.1, 0, 0.1].map(x => p.at(x * w) / lens.reach)); })(%s)""" % APP)
    check(all(min(side) < 0.05 and max(side) < 30 for side in seen), "both surfaces are there: %r" % seen)
    ends = page.evaluate("""(app => { const all = [], arrow = app.stage.arrow; app.stage.arrow = (a, b) => all.push(a, b); app.draw(); app.stage.arrow = arrow;
      const {w, h} = app.stage.full; return all.filter(([x, y]) => x < 0 || y < 0 || x > w || y > h); })(%s)""" % APP)
    check(ends == [], "ends of arrows outside of the picture: %r" % ends)


def values(page):
    """Units with prefixes have smaller ones; what is 0 but for rounding is told as that; angles have the unit they are compared in."""
    path, _ = report("values", "mbs 1\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s, spin = 1 rad/s }\nparam z = 3\nsimulate 1 s\n"
                     "expect final(b.x) - 1 m + 5.2e-4 um < 0.1 um\nexpect final(b.vx) - 1 m/s + 1e-17 m/s ~ 0 m/s within 1e-6 m/s\nexpect final(b.angle) ~ 57.29577951 deg * z / 3 within 1e-3 deg\nexpect final(b.x) > 2 m\n")
    page.open(path)
    found, where = words(page, ".got > span"), words(page, ".got .where")
    check(re.fullmatch(r"0\.5\d* ?nm|520 ?pm|0\.52\d*%snm" % THIN, found[0]) is not None, "a small length: %r" % found)
    check(found[1] in ("≈ 0%sm/s" % THIN, "0%sm/s" % THIN), "nothing: %r" % found)
    check(found[2] == "57.296%s°" % THIN, "an angle: %r" % found)
    check(where[-1] == "fails by 1%sm" % THIN, "what fails: %r" % where)


def losses(page):
    """What a joint takes up that catches a body is not taken up by dampers."""
    page.open(report("docking")[0])
    page.evaluate("%s.later.all()" % APP)
    names = words(page, "#energy .legend .entry")
    check(any("lost where joints catch" in n for n in names) and not any("dampers" in n for n in names), "names of losses: %r" % names)
    chips = page.evaluate("[...document.querySelectorAll('.chips button')].filter(b => b.getClientRects().length).map(b => b.textContent)")
    check(chips == ["Names", "Trails", "Loads"], "switches where nothing touches: %r" % chips)


def in_space(page):
    """What slides along its axis is a block."""
    page.open(report("spatial_slider_crank")[0])
    parts = page.evaluate("(r => r.bodies.find(b => b.name === 'slider').parts.map(p => [p.kind, p.points.length, p.faces.length]))(%s.run)" % APP)
    check(parts == [["solid", 8, 6]], "the slider: %r" % parts)
    outwards = page.evaluate("""(r => { const p = r.bodies.find(b => b.name === 'slider').parts[0], mean = l => [0, 1, 2].map(k => l.reduce((s, q) => s + q[k], 0) / l.length), m = mean(p.points);
      return p.faces.every(f => { const [a, b, c] = f.map(i => p.points[i]), u = a.map((x, k) => b[k] - x), v = b.map((x, k) => c[k] - x), n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        return n.reduce((s, x, k) => s + x * (mean(f.map(i => p.points[i]))[k] - m[k]), 0) > 0; }); })(%s.run)""" % APP)
    check(outwards, "its faces are seen from outside")


def on_a_phone(page):
    """The reason is a whole sentence there."""
    page.size(390, 844)
    page.open(report("gears")[0])
    shown = page.evaluate("document.querySelector('.crown .because').innerText.trim()")
    check(shown.endswith(".") and not page.evaluate("(e => e.scrollHeight > e.clientHeight + 1)(document.querySelector('.crown .reason'))"), "why, on a phone: %r" % shown)
    page.size(1440, 900)


with chromium.tested_page() as (page, folder):
    for test in (kept, pressed, legends, lanes, corners, values, losses, in_space, on_a_phone):
        test(page)
    long_names(page.browser)
    names_of_balls(page.browser)
