"""Why an impact was the hardest, in words that a reader can check, and what the page shows first. Usage: why_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import math
import pathlib
import subprocess
import sys

import browser as chromium
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
THIN = "\u202f"
G = 9.81


def report(name, script=None):
    path = folder / (name + ".html")
    source = root / "examples" / (name + ".mbs")
    if script:
        source = folder / (name + ".mbs")
        source.write_text(script)
    if not path.exists() or script:
        done = subprocess.run([program, "run", str(source), "--out", str(folder), "--report", str(path)], capture_output=True, text=True)
        check(done.returncode in (0, 1), "%s: exit %d\n%s" % (name, done.returncode, done.stderr))
    return path


def text(page, selector):
    return page.evaluate("[...document.querySelectorAll('%s')].map(e => e.textContent)" % selector)


def figures(words):
    """Numbers with a unit, in SI."""
    scale = {"nm": 1e-9, "µm": 1e-6, "mm": 1e-3, "m": 1, "µs": 1e-6, "ms": 1e-3, "s": 1, "mm/s": 1e-3, "m/s": 1, "N": 1, "kN": 1e3, "g": 1e-3, "kg": 1}
    found = []
    for number, unit in (part.split(THIN) for part in words.replace("\u2212", "-").split(" ") if THIN in part):
        unit = unit.rstrip(",;.:")
        if unit in scale:
            found.append(float(number) * scale[unit])
    return found


def near(found, wanted, what, part=2e-3):
    check(len(found) == len(wanted) and all(abs(a - b) <= part * abs(b) for a, b in zip(found, wanted)), "%s: %r, not %r" % (what, found, wanted))


# A pin of 1 kg in a hole with 0.5 mm of clearance: it falls from the middle, comes to rest below, and is pulled upwards from
# `kick` on, by 100 N, across all of its play.
PIN = """mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
body pin { mass = 1 kg, inertia = 1e-4 kg*m^2 }
clearance hole: pin in ground { journal = 9.5 mm, bearing = 10 mm, material = steel, law = %s, start = free }
force pull: pin = (0 N, if t > 0.1 s then %g N else 0 N)
simulate 0.15 s
"""


def start_up(page):
    """From the middle of the play, by the fall: the way, how long it takes, the speed."""
    page.open(report("falls", PIN % ("flores(0.3)", 0)))
    why = text(page, ".why")[0]
    speed, way = math.sqrt(2 * G * 0.5e-3), 0.5e-3
    sentence = next(s for s in why.split(". ") if "start-up" in s)
    near(figures(sentence), [way, 2 * way, speed / G], "start-up: " + sentence)
    check(sentence.endswith("from the start of the run on, and starts at rest in its bearing"), "start-up: %r" % sentence)
    check(abs(figures(why)[0] / speed - 1) < 2e-3 and "begins fastest of" in why, "its speed: %r" % why)
    check(why.startswith(text(page, ".crown .because")[0].split(". ")[0]), "under the title: %r" % text(page, ".crown p"))


def crossing(page):
    """Across the whole play: since when, how far, how long, from what speed to which."""
    page.open(report("crosses", PIN % ("flores(0.3)", 100)))
    k = page.evaluate(APP + ".run.contacts[0].worst()")
    check(k > 0, "the hardest is the fall: %d" % k)
    why = text(page, ".why")[0]
    a, way = 100 - G, 1e-3
    sentence = next(s for s in why.split(". ") if "crosses" in s)
    found = figures(sentence)
    parted, met = found[4], found[5]
    near(found, [way, 2 * 0.5e-3, (math.sqrt(parted**2 + 2 * a * way) - parted) / a, 0.1, parted, math.sqrt(parted**2 + 2 * a * way)], "crossing: " + sentence)
    check("they part at" in sentence and parted < 0.02 and "start-up" not in sentence, "crossing: %r" % sentence)
    check(abs(figures(why)[0] / math.sqrt(2 * a * way) - 1) < 0.01, "its speed: %r" % why)


def once(page):
    """Of contacts that strike once: at what speed, since when they were apart and by how much; who else strikes faster."""
    page.open(report("strike", "mbs 1\nbody a { shape = sphere(20 mm), mass = 1 kg, at = (-30 mm, 0 mm), velocity = (2, 0) m/s }\n"
                     "body b { shape = sphere(20 mm), mass = 1 kg, at = (30 mm, 0 mm) }\n"
                     "body c { shape = sphere(20 mm), mass = 0.01 kg, at = (0 mm, 500 mm), velocity = (0, -10) m/s }\nbody d { shape = sphere(20 mm), mass = 0.01 kg, at = (0 mm, 400 mm) }\n"
                     "contact slow: a to b { law = hertz(K = 1e8 N/m^1.5) }\ncontact fast: c to d { law = hertz(K = 1e8 N/m^1.5) }\nworld planar { gravity = (0, 0) m/s^2 }\nsimulate 15 ms\n"))
    slow, fast = (next(w for w in text(page, ".why") if w.startswith("The parts strike each other once, at %s" % v)) for v in ("2" + THIN, "10" + THIN))
    near(figures(slow)[:1] + figures(slow)[-2:], [2, 10e-3, 20e-3], "slow: " + slow)
    check("Other contacts strike faster: fast at 10%sm/s" % THIN in slow and "since the start of the run" in slow, "slow: %r" % slow)
    # Two equal masses that strike in their line count as half of one.
    near(figures(next(s for s in slow.split(". ") if "stops more" in s)), [0.5, 0.005], "what they stop: " + slow)
    check("an effective mass" in slow and "start-up" not in slow, "slow: %r" % slow)
    check("Other contacts" not in fast and "stops more" not in fast, "fast: %r" % fast)
    page.open(report("geneva"))
    for index in page.evaluate(APP + ".run.chief.filter(c => c.impacts.length).map(c => c.index)"):
        why = text(page, "#contact-%d .why" % index)
        check(len(why) == 1 and len(figures(why[0])) >= 2, "contact %d of geneva: %r" % (index, why))


def opens_at(page):
    """The clock opens where the head of the page says, in every report: hardest impact, hardest pair, or the start."""
    wanted = "(r => r.top ? r.top.peak()[0] : r.groups.some(g => g.peak) ? Math.max(...r.groups.filter(g => g.peak).map(g => g.peak[0])) : r.from)(%s.run)" % APP
    for name, kind in (("slider_crank", "top"), ("geneva", "top"), ("worn_four_bar", "top"), ("tumbling_block", "top"), ("rigid_ball", "top"), ("balls_in_a_box", "pair"), ("catapult", "start"), ("bricard", "start")):
        page.open(report(name))
        t, at = page.evaluate(APP + ".clock.t"), page.evaluate(wanted)
        kinds = page.evaluate("(r => r.top ? 'top' : r.groups.some(g => g.peak) ? 'pair' : 'start')(%s.run)" % APP)
        check(kinds == kind and t == at, "%s opens at %r, not %r (%s)" % (name, t, at, kinds))
        if kind == "start":
            continue
        page.evaluate("document.querySelector('.crown .go').click()")
        check(page.evaluate(APP + ".clock.t") == t, "%s: it is not what the head shows" % name)
        if kind == "top":
            shown = text(page, ".read:not([hidden]) .name b")
            check(page.evaluate(APP + ".run.top.name") in shown, "%s: lenses of %r" % (name, shown))
    page.size(390, 844)
    page.open(report("worn_four_bar"))
    check(text(page, ".read:not([hidden]) .name b") == [page.evaluate(APP + ".run.top.name")], "one lens: %r" % text(page, ".read:not([hidden]) .name b"))
    page.size(1440, 900)


def far_lens(page):
    """Surfaces that are apart are magnified less, so that both are seen; of those that would be seen as well on the stage it says how far they are, and no factor."""
    page.open(report("strike"))
    for zoom, t, far in ((1, 0, False), (1, 9.999e-3, False), (1, 10.01e-3, False), (1, 15e-3, False), (8, 0, True), (8, 10.01e-3, False), (8, 15e-3, True)):
        page.evaluate("(app => { app.focus(0); app.stage.camera.zoom = %r; app.clock.set(%r, 'test'); })(%s)" % (zoom, t, APP))
        words = page.evaluate(APP + ".lenses.find(lens => lens.contact.index === 0).scaleText.textContent")
        # Of the lens of the contact: how much is as dark as steel, on the side of the first body.
        steel = page.evaluate("""(app => { const p = app.placed.lenses[app.ordered.findIndex(lens => lens.contact.index === 0)], c = app.canvas, k = c.width / c.clientWidth, d = c.getContext('2d').getImageData((p.x - p.R) * k, (p.y - p.R) * k, 2 * p.R * k, 2 * p.R * k).data;
          let n = 0; for (let i = 0; i < d.length; i += 4) if (Math.abs(d[i] - 0xaa) + Math.abs(d[i + 1] - 0xb6) + Math.abs(d[i + 2] - 0xc6) < 6) ++n; return n; })(%s)""" % APP)
        check((words == "") == far and (words.startswith("gap × ")) != far, "at %g s: %r" % (t, words))
        check((steel < 50) == far, "at %g s: %d pixels of the first body" % (t, steel))


def one_scale(page):
    """Lanes have a scale each, and say so; a click gives all of them one."""
    page.open(report("worn_four_bar"))
    tops = """[...document.querySelectorAll('.lane .force')].map(e => e.getBBox().height)"""
    own, label = page.evaluate(tops), text(page, ".one-scale")
    check(label == ["own scales"] and abs(own[0] - own[1]) < 1, "own: %r %r" % (own, label))
    page.evaluate("document.querySelector('.one-scale').click()")
    one, forces = page.evaluate(tops), page.evaluate(APP + ".run.contacts.map(c => c.hardest)")
    check(text(page, ".one-scale") == ["one scale"] and abs(one[0] / one[1] - forces[0] / forces[1]) < 0.05, "one: %r of %r" % (one, forces))
    page.open(report("slider_crank"))
    check(page.evaluate("document.querySelector('.one-scale').hidden"), "one lane needs none")


def phone(page):
    """On a phone the log needs no scrolling sideways; what is left out comes by a click."""
    page.size(390, 844)
    for example in ("slider_crank", "two_spheres", "rigid_ball", "ball_joint"):
        page.open(report(example))
        page.evaluate("new Promise(done => (%s.later.all(), setTimeout(done, 100)))" % APP)
        hidden = page.evaluate("[...document.querySelectorAll('.log .scroll')].map(e => e.scrollWidth - e.clientWidth)")
        check(hidden and max(hidden) <= 0, "%s: %r px hidden" % (example, hidden))
        heads = "[...document.querySelectorAll('.log th')].filter(e => e.getClientRects().length).length"
        few = page.evaluate(heads)
        page.evaluate("document.querySelector('.log .columns').click()")
        check(page.evaluate(heads) > few >= 5, "%s: %d columns" % (example, few))
    check(page.evaluate("document.documentElement.scrollWidth") <= 390, "the page is wider than the phone")
    page.size(1440, 900)
    page.open(report("slider_crank"))
    page.evaluate("new Promise(done => (%s.later.all(), setTimeout(done, 100)))" % APP)
    check(page.evaluate("[...document.querySelectorAll('.columns')].every(e => !e.getClientRects().length)"), "beside the stage all are there")


def names(page):
    """Among more than fourteen bodies those of the hardest pair of the instant have names; no name lies on a wall."""
    page.open(report("balls_in_a_box"))
    seen = page.evaluate("""(app => { const bad = []; let named = 0; for (let i = 0; i < 40; ++i) {
      app.clock.set(app.run.to * (i + 0.5) / 40, 'test');
      const pair = app.run.groups[0].at(app.clock.t), members = app.run.groups[0].members, labels = app.stage.labels.map(l => l.text);
      const wanted = pair ? pair.slice(1).filter(m => members[m].body > 0).map(m => members[m].name) : [];
      named += wanted.length;
      if (labels.some(l => !wanted.includes(l)) || wanted.length && !labels.length) bad.push([app.clock.text(), labels, wanted]);
    } return {bad, named}; })(%s)""" % APP)
    check(seen["named"] > 10 and seen["bad"] == [], "names: %r" % seen)
    page.open(report("walls", "mbs 1\npoint wall = (0 mm, 0 mm) { shape = plane, angle = 90 deg }\npoint floor = (0 mm, -60 mm) { shape = plane }\n"
                     "body bob_of_a_long_name { shape = sphere(3 mm), mass = 1 kg, at = (-4 mm, -20 mm), velocity = (0, -30) mm/s }\ncontact rub: bob_of_a_long_name to wall { law = hertz(K = 1e8 N/m^1.5) }\ncontact hit: bob_of_a_long_name to floor { law = hertz(K = 1e8 N/m^1.5) }\nsimulate 1 ms\n"))
    labels = page.evaluate("(app => { const s = app.stage, x = s.camera.at([0, 0])[0], y = s.camera.at([0, -0.06])[1]; return s.labels.map(l => [l.text, l.x <= x && x <= l.x + l.w, l.y <= y && y <= l.y + l.h]); })(%s)" % APP)
    check(labels and all(not a and not b for _, a, b in labels), "names on walls: %r" % labels)


def scales(page):
    """The scale beside expectations is explained, and numbers are readable: value and margin in one unit, small ones by powers of ten."""
    page.open(report("numbers", "mbs 1\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\nsimulate 19.762 ms\n"
                     "expect final(b.x) < 20.024 mm + 0 m\nexpect final(b.x) > 19.5e-3 m\nexpect final(b.x) / (1 m) < 1\nexpect abs(final(b.x) / (1 m) - 0.019762) < 1e-4\nexpect final(b.x) ~ 20 mm within 1 mm\n"))
    found = list(zip(text(page, ".got > span"), text(page, ".got .where") + [""]))
    check(found[1] == ("19.762%smm" % THIN, "holds by 0.262%smm" % THIN), "value and margin: %r" % found)
    check(found[3][1] == "holds by 1e\u22124", "a small margin: %r" % found)
    check(text(page, ".scale-words") and "as wanted" in text(page, ".scale-words")[0], "the scale is not explained")
    check("as wanted" in text(page, ".margin title")[0], "where the pointer rests: %r" % text(page, ".margin title"))


with chromium.tested_page() as (page, folder):
    for test in (start_up, crossing, once, opens_at, far_lens, one_scale, phone, names, scales):
        test(page)
