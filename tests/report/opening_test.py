"""What a script asks to be shown first, loops of its own, ways to an instant, and words below logs. Usage: opening_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import pathlib
import subprocess
import sys

import browser as chromium
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
THIN = "\u202f"

# x = sin 2t, y = cos t: a curve that comes back.
LOOP = """mbs 1
param v = 1 m/s
body stone { mass = 1 kg, inertia = 1 g*m^2, velocity = (v, 0 m/s), point tip = (50, 0) mm }
body slow  { mass = 1 kg, inertia = 1 g*m^2, at = (0, 1) m, velocity = (0.1, 0) m/s }
simulate 6 s as first
plot 1 m * cos(t * 1 rad/s) vs 1 m * sin(2 * t * 1 rad/s)
plot stone.x vs t
expect max(sin(t * 1 rad/s)) < 0.5
expect all(sin(t * 1 rad/s) > -2 during 1 s .. 2 s)
animate { time = 1 s .. 2.5 s, slow = 3, follow = stone, trail = [stone.tip, slow] }
simulate 3 s as second
"""

# Balls that bounce; one is pushed upwards while it touches.
TABLE = """mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), mass = 1 kg, at = (0, 100) mm }
body other { shape = sphere(20 mm), mass = 1 kg, at = (0.2, 0.05) m }
point floor = (0, 0) { shape = plane }
contact hit: ball to floor { law = flores(0.9, K = 1e7 N/m^1.5) }
contact soft: other to floor { law = flores(0.9, K = 5e6 N/m^1.5) }
force push: ball = (0 N, if t > 129.5 ms and t < 140 ms then 500 N else 0 N)
simulate 0.5 s
table { F = soft.impacts.F_max in N, v = soft.impacts.v_in }
expect max(hit.FN) < 1 N
animate { lens = soft }
"""


def report(name, text, *options):
    script, path = folder / (name + ".mbs"), folder / (name + ".html")
    script.write_text(text)
    done = subprocess.run([program, "run", str(script), "--report", str(path), *options], capture_output=True, text=True)
    check(done.returncode in (0, 1), "%s: exit %d\n%s" % (name, done.returncode, done.stderr))
    return path


def first_look(page):
    """The run, the instant, the pace, the body and the trails that the script asks for; the clock pauses where it says."""
    page.open(report("loop", LOOP))
    facts = page.evaluate("""({run: %s.runIndex, t: %s.clock.t, slow: %s.clock.slow, choice: %s.slowSelect.value, follow: %s.stage.goes(),
      trails: %s.stage.trails.map(w => [w[0], w[w.length - 1]])})""".replace("%s", APP))
    check(facts["run"] == 0 and abs(facts["t"] - 1) < 1e-9, "the run and the instant: %r" % facts)
    check(facts["slow"] == 3 and facts["choice"] == "3", "the pace: %r" % facts)
    check(facts["follow"] is True, "it goes with the stone")
    # The stone's tip from 0.05 m to 6.05 m, the other's origin from 0 to 0.6 m at a height of 1 m.
    ends = [[round(x, 6) for x in point] for way in facts["trails"] for point in way]
    check(ends == [[0.05, 0], [6.05, 0], [0, 1], [0.6, 1]], "the trails: %r" % ends)
    middle = page.evaluate("(s => { const [low, high] = s.view(4); return (low[0] + high[0]) / 2; })(%s.stage)" % APP)
    check(abs(middle - 4) < 0.1, "the stone is at 4 m, and in the middle: %r" % middle)
    at = page.evaluate("""(c => { c.playing = true; c.t = 2.4; c.last = 0; c.slow = 0.01; c.tick(1000); const at = [c.t, c.playing]; c.playing = true; c.last = 0; c.tick(50); c.playing = false; return [...at, c.t]; })(%s.clock)""" % APP)
    check(abs(at[0] - 2.5) < 1e-9 and at[1] is False and at[2] > 2.5, "it pauses at the end of the part, and goes on: %r" % at)
    page.call("Page.navigate", url="about:blank")
    page.open(folder / "loop.html", "#t=3s")
    check(abs(page.evaluate(APP + ".clock.t") - 3) < 1e-9, "the address goes before it")
    check(page.problems() == [], "first look: %r" % page.problems())


def loops(page):
    """Of a curve of the script that comes back the whole is pale, and strong what came of late; the nearest point is found in both directions."""
    page.open(folder / "loop.html")
    classes = page.evaluate("%s.plots.slice(0, 2).map(p => { p.root.scrollIntoView(); p.build(); return [...p.svg.querySelectorAll('.curve')].map(c => c.getAttribute('class')); })" % APP)
    check(classes == [["curve ghost", "curve strong"], ["curve"]], "a loop and a curve over time: %r" % classes)
    page.evaluate(APP + ".clock.set(4, 'test')")
    page.evaluate("new Promise(done => setTimeout(done, 100))")
    box = page.box(".plot > svg", 0)
    # At 1.2 s the point is (sin 2.4, cos 1.2) m.
    x, y = page.evaluate("(p => { const {x, y} = {x: Math.sin(2.4), y: Math.cos(1.2)}; return [p.px(x), p.py(y)]; })(%s.plots[0])" % APP)
    page.mouse("mouseMoved", box["left"] + x, box["top"] + y)
    page.evaluate("new Promise(done => setTimeout(done, 100))")
    t = page.evaluate(APP + ".clock.t")
    check(abs(t - 1.2) < 0.05, "the pointer is at 1.2 s: %r" % t)
    strong = page.evaluate("(p => { const path = p.svg.querySelector('.strong'), end = path.getPointAtLength(path.getTotalLength()); return [end.x, end.y, p.px(Math.sin(2 * %r)), p.py(Math.cos(%r))]; })(%s.plots[0])" % (t, t, APP))
    check(abs(strong[0] - strong[2]) < 8 and abs(strong[1] - strong[3]) < 8, "what is strong ends at the clock: %r" % strong)
    check(page.problems() == [], "loops: %r" % page.problems())


def instants(page):
    """`max(x) < y` leads to when x was so: here sin t to pi/2 s."""
    page.open(folder / "loop.html")
    words = page.evaluate("[...document.querySelectorAll('.expects .where')].map(e => e.textContent)")
    check(words[0].startswith("at 1.5708%ss" % THIN) and "fails by" in words[0], "when it failed: %r" % words)
    check("at " in words[1], "what holds is told, too: %r" % words)
    place = page.box(".expects .when", 0)
    page.click(place["x"], place["y"])
    t = page.evaluate(APP + ".clock.t")
    check(abs(t - 1.570796) < 1e-4, "a click goes there: %r" % t)


def contacts(page):
    """The lens that is asked for; the impact of a force that is too large; bars beside forces; words where a restitution is above 1."""
    page.open(report("table", TABLE))
    check(page.evaluate("%s.lenses.map(l => l.contact.name)" % APP) == ["soft"], "the lens")
    where = page.evaluate("document.querySelector('.expects .where').textContent")
    check("impact no. " in where, "which impact it was: %r" % where)
    place = page.box(".expects .when", 0)
    page.click(place["x"], place["y"])
    state = page.evaluate("(c => { const s = c.state(%s.clock.t); return [s.FN, c.hardest]; })(%s.run.contacts[0])" % (APP, APP))
    check(state[0] > 0.99 * state[1] > 0, "a click shows the largest force: %r" % state)
    check(page.evaluate("%s.lensed.includes(0)" % APP), "and its contact")
    bars = page.evaluate("""[...document.querySelectorAll('section:not(.contact) .table tbody tr')].map(r => [...r.cells].map(c => c.querySelector('.bar i') ? parseFloat(c.querySelector('.bar i').style.width) : -1))""")
    check(len(bars) > 1 and max(b[0] for b in bars) == 95 and min(b[0] for b in bars) > 0 and all(b[1] == -1 for b in bars), "bars: %r" % bars)
    page.evaluate("new Promise(done => %s.whenReady(done))" % APP)
    above = page.evaluate("%s.run.contacts.map(c => c.impacts.map((i, k) => i.restitution > 1 ? k + 1 : 0).filter(Boolean))" % APP)
    hints = page.evaluate("[...document.querySelectorAll('section.contact')].map(e => [...e.querySelectorAll('.hint')].map(h => h.textContent).join(' '))")
    check(len(above[0]) > 0 and "above 1" in hints[0] and "no. %d" % above[0][0] in hints[0], "restitution above 1: %r %r" % (above, hints))
    check(above[1] or "above 1" not in hints[1], "no word where there is none: %r" % hints)
    heads = page.evaluate("[...document.querySelectorAll('section.contact .log')[0].querySelectorAll('th button > span:first-child')].map(e => e.textContent)")
    check(heads == ["#", "begins", "lasts", "speed before", "speed after", "restitution", "largest force", "deepest", "energy lost"], "heads: %r" % heads)
    titles = page.evaluate("[...document.querySelectorAll('section.contact .log')[0].querySelectorAll('th')].map(e => e.title)")
    check("hit.impacts.F_max in scripts" in titles, "how scripts call them: %r" % titles)
    check(page.problems() == [], "contacts: %r" % page.problems())


with chromium.tested_page() as (page, folder):
    for test in (first_look, loops, instants, contacts):
        test(page)
