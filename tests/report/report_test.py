"""Reports, opened and used as people do. Usage: report_test.py PROGRAM ROOT [PICTURES]

Exit 77: there is no Chromium here. PICTURES: a folder for screenshots, to be looked at.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None

def near(a, b, allowed, what):
    check(abs(a - b) <= allowed, "%s: %r, not %r within %g" % (what, a, b, allowed))


def run(script, *options):
    done = subprocess.run([program, "run", str(script), "--out", str(folder), *options], capture_output=True, text=True)
    return done


def report(script, name, *options):
    path = folder / (name + ".html")
    done = run(script, "--report", str(path), *options)
    check(done.returncode == 0, "%s: exit %d\n%s" % (script, done.returncode, done.stderr))
    return path


APP = "window.mbsReport.app"


def now(page):
    return page.evaluate(APP + ".clock.t")


def the_clock(page):
    """Tables, keys, lanes and the address set it, each as it says."""
    impacts = page.evaluate(APP + ".run.contacts[0].impacts.map(i => i.t)")
    peak = page.evaluate(APP + ".run.contacts[0].peak(2)[0]")
    place = page.box("tr.pick", 2)
    page.click(place["x"], place["y"])
    near(now(page), peak, 1e-9, "row 3 of the log")
    check(impacts[2] < peak < impacts[3], "its peak: %r" % peak)
    check(page.evaluate("document.querySelector('tr.here .number').textContent") == "3", "its row is marked")
    page.evaluate("document.activeElement.blur()")
    page.key("n", "KeyN")
    near(now(page), impacts[3], 1e-9, "n")
    page.key("p", "KeyP")
    near(now(page), impacts[2], 1e-9, "p")
    before = now(page)
    page.key("ArrowRight")
    near(now(page), before + 24e-6, 1e-9, "the right arrow is a thousandth")
    page.key("ArrowLeft", shift=True)
    near(now(page), before + 24e-6 - 480e-6, 1e-9, "shift and the left arrow are a fiftieth")
    page.key("End")
    near(now(page), 0.024, 1e-9, "End")
    page.key("Home")
    near(now(page), 0, 1e-9, "Home")
    page.key(" ", "Space")
    check(page.evaluate(APP + ".clock.playing"), "space plays")
    page.evaluate("new Promise(done => setTimeout(done, 300))")
    page.key(" ", "Space")
    check(not page.evaluate(APP + ".clock.playing") and now(page) > 0, "space pauses, later than it began")
    lane = page.evaluate("(() => { const b = document.querySelector('.lane').getBoundingClientRect(), l = %s.lanes;"
                         "return [b.left + l.x(0.006), b.left + l.x(0.018), b.top + 20]; })()" % APP)
    page.drag(lane[0], lane[2], lane[1], lane[2])
    near(now(page), 0.018, 24e-6, "the lane")
    page.evaluate("location.hash = '#t=0.2273ms'")
    page.evaluate("new Promise(done => setTimeout(done, 100))")
    near(now(page), 0.2273e-3, 1e-12, "the address")
    head = page.box(".contact th button", 6)
    check(page.evaluate("document.querySelectorAll('.contact th button')[6].textContent").startswith("largest force"), "the column of forces")
    page.click(head["x"], head["y"])
    largest = page.evaluate("%s.run.contacts[0].hardest" % APP)
    first = page.evaluate("document.querySelector('tr.pick td:nth-child(7) span').title.replace('\\u2212', '-')")
    near(float(first) * 1000, largest, 1e-6 * largest, "the hardest impact first")
    check(page.evaluate("document.querySelectorAll('.contact th')[6].getAttribute('aria-sort')") == "descending", "it says how")


def bring(page, element):
    """Into view: what is not, need not be drawn."""
    page.evaluate("(e => { e.scrollIntoView({block: 'center'}); return new Promise(done => setTimeout(done, 200)); })(%s)" % element)


def printed(page, path):
    """On paper: one column, the hardest impact, lanes and five pictures instead of the stage, light in any theme, nothing that only a hand could use."""
    page.scheme(True)
    page.open(path)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.scheme(True, "print")
    facts = page.evaluate("""(() => {
      const seen = name => [...document.querySelectorAll(name)].filter(e => e.getClientRects().length), sections = seen('main section, .wrap section');
      const ink = c => { const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) if (d[i]) ++n; return n; };
      // Pixels of the lens as they are of contact, and dark ones: on paper there is no ground that is dark.
      const tones = c => { const d = c.getContext('2d').getImageData(c.width / 2, 0, c.width / 2, c.height).data; let warm = 0, dark = 0;
        for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) { if (d[i] > 195 && d[i + 1] > 50 && d[i + 1] < 85 && d[i + 2] < 40) ++warm; if (d[i] + d[i + 1] + d[i + 2] < 150) ++dark; } return {warm, dark, all: d.length / 4}; };
      return {hidden: seen('.deck, .stage, .tools, .tag, .dot, .now').length, strobe: seen('.frames canvas').map(ink), captions: seen('.frames figcaption').map(e => e.textContent),
        hardest: seen('.strobe > figure figcaption').map(e => e.textContent), colours: tones(document.querySelector('.strobe canvas')), lanes: seen('.strobe svg .force').length, hands: seen('.strobe .hand, .strobe .knob').length,
        lefts: [...new Set(sections.map(e => Math.round(e.getBoundingClientRect().left)))], plots: %s.plots.map(p => p.svg.querySelectorAll('path').length), wide: document.documentElement.scrollWidth - innerWidth};
    })()""" % APP)
    check(facts["hidden"] == 0, "on paper there is what a hand would use: %r" % facts)
    check(len(facts["strobe"]) == 5 and min(facts["strobe"]) > 500 and len(set(facts["captions"])) == 5, "five pictures: %r" % facts)
    check("Hardest impact: B, no. 1 of 45, at 0.2514\u202fms" in facts["hardest"][0] and "force 45.87\u202fkN" in facts["hardest"][0], "the hardest: %r" % facts["hardest"])
    check(facts["colours"]["warm"] > 500 and facts["colours"]["dark"] < 0.02 * facts["colours"]["all"], "its lens: %r" % facts["colours"])
    check(facts["lanes"] == 1 and facts["hands"] == 0, "lanes on paper: %r" % facts)
    check(len(facts["lefts"]) == 1 and facts["wide"] <= 0, "one column: %r" % facts)
    check(all(count > 0 for count in facts["plots"]), "all plots are drawn: %r" % facts["plots"])
    page.scheme(False)


def the_values(page, rows):
    """At fifty instants cursor, marks, lens and the program's own results agree, to what the page keeps: 1e-5 of forces and
    depths, and as much again for the cubics of the page through the knots of the run; 0.2 % of the clearance, and as much again, for eccentricities."""
    check(len(rows) == 50, "rows: %d" % len(rows))
    bring(page, APP + ".plots[0].root")
    force = page.evaluate(APP + ".run.hardest")
    for t, angle, normal, depth, x, y in rows:
        state = page.evaluate("(%s.clock.set(%r, 'test'), {...%s.run.contacts[0].state(%s.clock.t), marks: %s.plots[0].marks,"
                              "lane: %s.lanes.hand.getAttribute('x1') - %s.lanes.x(%r), text: %s.timeText.textContent})"
                              % (APP, t, APP, APP, APP, APP, APP, t, APP))
        near(state["FN"], normal, 2e-5 * force, "FN at %g s" % t)
        near(state["delta"], depth, 2e-5 * 8e-5, "delta at %g s" % t)
        near(state["ex"], x, 0.004 * 0.5e-3, "eccentricity x at %g s" % t)
        near(state["ey"], y, 0.004 * 0.5e-3, "eccentricity y at %g s" % t)
        near(state["marks"][0]["x"], angle, 1e-3, "the mark's abscissa at %g s" % t)
        near(state["lane"], 0, 0.01, "the lane's hand at %g s" % t)
        near(float(state["text"]), t * 1e3, 1e-4, "the clock's text")


def the_lens(page):
    """The contact's colour is there exactly while there is a force; the surfaces cross if they touch."""
    found = page.evaluate("""(() => {
      const app = %s, c = app.run.contacts[0], lens = app.lenses[0], canvas = app.canvas, ctx = canvas.getContext('2d');
      const wrong = [];
      let closed = 0;
      for (let i = 0; i < 100; ++i) {
        const t = app.run.from + (app.run.to - app.run.from) * (i + 0.37) / 100;
        app.clock.set(t, 'test');
        const p = app.placed.lenses[0], k = canvas.width / canvas.clientWidth, s = c.state(t);
        const d = ctx.getImageData((p.x - p.R) * k, (p.y - p.R) * k, 2 * p.R * k, 2 * p.R * k).data;
        let warm = 0;
        for (let j = 0; j < d.length; j += 4) if (d[j] > 195 && d[j + 1] > 50 && d[j + 1] < 85 && d[j + 2] < 40) ++warm;
        if (s.FN > 0) ++closed;
        if ((warm > 20) !== (s.FN > 0)) wrong.push(`colour at ${t}: ${warm} pixels, ${s.FN} N`);
        const far = Math.hypot(...(s.e || [s.ex, s.ey])), over = far > c.clearance;
        if (over !== s.delta > 0 && Math.abs(far / c.clearance - 1) > 0.004) wrong.push(`crossing at ${t}`);
      }
      return {wrong, closed};
    })()""" % APP)
    check(20 < found["closed"] < 99, "some instants are of contact, some not: %d" % found["closed"])
    for line in found["wrong"]:
        check(False, line)


def the_plots(page):
    """Reading a loop, zooming, restoring, log axes, ticks."""
    page.evaluate("%s.clock.set(%s.run.contacts[0].impacts[0].t + 2e-5, 'test')" % (APP, APP))
    target = page.evaluate("""(() => { const app = %s, plot = app.runPlots[0], c = plot.spec.curves[0];
      plot.root.scrollIntoView({block: 'center'});
      const k = c.t.findIndex((t, i) => c.y[i] > 0.7 * app.run.contacts[0].hardest / 1e3);
      const b = plot.svg.getBoundingClientRect(); return {x: b.left + plot.px(c.x[k]), y: b.top + plot.py(c.y[k]), t: c.t[k]}; })()""" % APP)
    page.mouse("mouseMoved", target["x"], target["y"])
    near(now(page), target["t"], 2e-6, "hover over the loop")
    box = page.box(".plot > svg", 0)
    limits = "JSON.stringify([%s.plots[0].rx, %s.plots[0].ry])" % (APP, APP)
    whole = page.evaluate(limits)
    page.drag(box["x"] - 60, box["y"] - 40, box["x"] + 60, box["y"] + 40)
    zoomed = json.loads(page.evaluate(limits))
    check(zoomed[0][1] - zoomed[0][0] < 0.4 * 720, "a drag zooms")
    page.click(box["x"], box["y"])
    page.click(box["x"], box["y"], 2)
    check(page.evaluate(limits) == whole, "a double click restores")
    page.drag(box["x"] - 60, box["y"], box["x"] + 60, box["y"] + 3)
    flat = json.loads(page.evaluate(limits))
    check(flat[1] == json.loads(whole)[1] and flat[0] != json.loads(whole)[0], "a flat drag zooms x only")
    page.click(box["x"], box["y"], 2)
    ticks = page.evaluate("(() => { const p = %s.plots[0]; p.log.y = true; p.view = null; p.build(); const t = p.ticksY; p.log.y = false; p.build(); return t; })()" % APP)
    check(len(ticks) >= 2 and all(abs(round(x) - x) < 1e-9 for x in [__import__("math").log10(t) for t in ticks]), "log ticks are powers of ten: %r" % ticks)


def the_labels(page, svg):
    """Ticks have the words that the program's own plots have."""
    import re
    texts = [t for t in re.findall(r'text-anchor="(?:end|middle)">([^<]*)</text>', svg) if re.fullmatch(r"-?[\d.e+-]+", t)]
    check(len(texts) > 8, "the program's plot has ticks")
    page_labels = page.evaluate("[...document.querySelectorAll('.plot .tx, .plot .ty')].map(e => e.textContent.replace(/\\u2212/g, '-'))")
    common = [t for t in texts if t in page_labels]
    check(len(common) >= 8, "labels of both plots: %r, %r" % (texts, page_labels[:20]))


def the_peaks(page, name):
    """The mark of the hardest impact stands where the lane is highest."""
    marks = page.evaluate("[...document.querySelectorAll('.lane .hardest')].map(e => e.getBoundingClientRect().left + e.getBoundingClientRect().width / 2 - document.querySelector('.lane').getBoundingClientRect().left)")
    wanted = page.evaluate("(() => { const lanes = %s.lanes; return %s.run.chief.filter(c => c.impacts.length).map(c => {"
                           "let best = 0; c.force.value[1].forEach((v, i) => { if (v > c.force.value[1][best]) best = i; }); return lanes.x(c.force.t[best]); }); })()" % (APP, APP))
    check(len(marks) > 0 and len(marks) <= len(wanted), "%s: marks %r" % (name, marks))
    for mark, x in zip(marks, wanted):
        near(mark, x, 1.5, name + ": the mark of the hardest impact")


def the_layout(page, path, name):
    """Nothing is wider than the screen, in any theme, and the stage shows something."""
    for width, height in ((390, 844), (768, 1024), (1440, 900)):
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        for dark in (False, True):
            page.scheme(dark)
            page.open(path)
            wide = page.evaluate("document.documentElement.scrollWidth")
            check(wide <= width, "%s: %d px wide on %d" % (name, wide, width))
            ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            check(ground == ("rgb(20, 23, 28)" if dark else "rgb(251, 251, 249)"), "%s: its ground is %s" % (name, ground))
            kinds = page.evaluate("(() => { const c = document.querySelector('canvas.scene'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data,"
                                  "s = new Set(); for (let i = 0; i < d.length; i += 64) s.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return s.size; })()")
            check(kinds > 8, "%s: the stage is empty" % name)
            if pictures:
                page.screenshot(pictures / ("%s_%d_%s.png" % (name, width, "dark" if dark else "light")))
    page.scheme(False)


def hostile(page):
    """Text of a script is shown, never run."""
    evil = "<script>window.hacked = 1</script><img src=x onerror=window.hacked=1>"
    text = ("mbs 1\n## Title EVIL </title>\n## Under EVIL\n\n"
            "body b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\nsimulate 1 s\n## above EVIL\n"
            'print "EVIL </script><!-- {final(b.x) in m}"\ntable every 0.5 s { t, "EVIL" = b.x }\nplot b.x, b.y vs t\n'
            'expect final(b.x) ~ 1 m within 1 mm, "EVIL"\n').replace("EVIL", evil)
    script = folder / "a <script>window.hacked = 1<|script>.mbs"
    script.write_text(text)
    page.open(report(script, "hostile"))
    check(page.evaluate("window.hacked === undefined"), "a script's text was run")
    for selector in ("h1", ".lead", ".words", ".said", "th", ".expects"):
        check(page.evaluate("[...document.querySelectorAll('%s')].some(e => e.textContent.includes('<script>'))" % selector), "%s shows the text as it is" % selector)
    count = page.evaluate("[document.querySelectorAll('script').length, document.querySelectorAll('img').length]")
    check(count == [2, 0], "the page's own data and script, and nothing else: %r" % count)
    check(page.problems() == [], "hostile: %r" % page.problems())


def without_motion(page):
    """A run that outgrew its memory has impacts and no motion; the page says so."""
    path = folder / "short.html"
    run(root / "examples" / "bouncing_ball.mbs", "--report", str(path), "--memory", "100kB")  # the run ends there, too
    page.open(path)
    check(page.evaluate(APP + ".run.whole") is False, "its record is cut")
    check(page.evaluate("!document.querySelector('.broken') && /no motion/.test(document.querySelector('#no-motion')?.textContent)"), "it is said")
    check(page.evaluate("document.querySelectorAll('tr.pick').length") > 0, "its impacts are there")
    page.key("n", "KeyN")
    check(page.problems() == [], "without motion: %r" % page.problems())


def tampered(browser, path):
    """The policy refuses a script that is not the page's own."""
    text = path.read_text()
    changed = folder / "tampered.html"
    changed.write_text(text.replace("'use strict';", "'use Strict';", 1))
    check(changed.read_text() != text, "the page has a script")
    page = chromium.Page(browser)
    page.open(changed, ready=False)
    check(page.evaluate("document.documentElement.dataset.ready === undefined"), "a changed script was run")
    page.close()


def passes(page):
    """A sweep: the list chooses the run on stage."""
    page.open(report(root / "examples" / "two_spheres.mbs", "two_spheres"))
    check(page.evaluate("document.querySelectorAll('.passes select')[0].length") == 5, "five passes")
    force = page.evaluate("(() => { const all = []; for (let i = 0; i < 5; ++i) { %s.choose(i); all.push(%s.run.hardest); } return all; })()" % (APP, APP))
    check(len(set(force)) == 5, "each pass has its own force: %r" % force)
    near(force[1], 10836, 110, "Hertz")


def gathered(page):
    """Plots with names: one drawing for all passes, panels with shared ranges, histograms, labels as in the program's pictures."""
    import re
    path = report(root / "examples" / "many_drops.mbs", "many_drops")
    page.open(path)
    heights = page.evaluate("(() => { const p = %s.plots[0]; return {name: p.root.parentElement.querySelector('h2').textContent,"
                            " legend: [...p.legend.children].map(e => e.textContent.trim()), runs: p.spec.curves.map(c => c.run),"
                            " sizes: p.spec.curves.map(c => [c.x.length, c.y.length]), ends: p.spec.curves.slice(1).map(c => c.x[c.x.length - 1])}; })()" % APP)
    check("heights" in heights["name"], "its name: %r" % heights["name"])
    check(len(heights["legend"]) == 5 and heights["legend"][0].startswith("height"), "its legend: %r" % heights["legend"])
    check(heights["runs"] == [None, 0, 1, 2], "the runs of its curves: %r" % heights["runs"])
    check(all(x == y for x, y in heights["sizes"]) and all(abs(end - 0.6) < 1e-6 for end in heights["ends"]), "its points: %r" % heights)
    seen = page.evaluate("(() => { const app = %s; app.choose(1); app.clock.set(0.3, 'test'); return {marks: app.plots[0].marks.length,"
                         " pale: app.plots[0].root.querySelectorAll('.ghost').length}; })()" % APP)
    check(seen == {"marks": 1, "pale": 2}, "the pass on the stage is strong and has a mark: %r" % seen)
    panels = page.evaluate("(() => { const all = [...document.querySelectorAll('.panels .plot')].map(e => %s.plots.find(p => p.root === e));"
                           " return {titles: all.map(p => p.legend.textContent), ranges: all.map(p => JSON.stringify([p.rx, p.ry])), curves: all.map(p => p.spec.curves.length)}; })()" % APP)
    check(panels["titles"] == ["ce = 0.5", "ce = 0.7", "ce = 0.9"] and panels["curves"] == [1, 1, 1], "panels: %r" % panels)
    check(len(set(panels["ranges"])) == 1, "panels share their ranges: %r" % panels["ranges"])
    for tally in page.evaluate("%s.plots.map((p, i) => p.spec.curves.some(c => c.x.length === c.y.length + 1) ? i : -1).filter(i => i >= 0)" % APP):
        bring(page, "%s.plots[%d].root" % (APP, tally))
    bars = page.evaluate("[...document.querySelectorAll('section')].filter(e => e.querySelector('.tally')).map(e => {"
                         " const p = %s.plots.find(p => e.contains(p.root)); return {sum: p.spec.curves[0].y.reduce((a, b) => a + b, 0), ends: p.spec.curves[0].x.length,"
                         " bars: e.querySelectorAll('.tally').length, tall: p.spec.curves[0].y.filter(v => v > 0).length}; })" % APP)
    check(len(bars) == 2 and bars[1]["sum"] == 50 and all(b["ends"] == 11 and b["bars"] == b["tall"] for b in bars), "histograms: %r" % bars)
    # The pieces of labels are those of the pictures.
    svg = (folder / "loops.svg").read_text()
    words = lambda markup: re.sub(r"<[^>]*>", "", markup)
    drawn = [words(text) for text in re.findall(r"<text[^>]*>(.*?)</text>", svg)]
    shown = page.evaluate("[document.querySelector('.whole span').textContent, document.querySelector('.panels .xl').textContent.replace(/\u200b/g, '')]")
    check(shown == ["hit.FN kN", "hit.δ µm"], "labels of the page: %r" % shown)
    check("hit.FN[kN]" in drawn and "hit.δ [µm]" in drawn, "labels of the picture: %r" % drawn)
    check(page.evaluate("document.querySelector('.whole sub').textContent") == "N", "F has the subscript N")
    check(page.problems() == [], "gathered: %r" % page.problems())
    the_layout(page, path, "many_drops")


def loads(page):
    """Arrows of forces, torques and drives have colours of their own, go with their switch, and the legend says how large they are."""
    script = folder / "loads.mbs"
    script.write_text("mbs 1\nbody arm { mass = 2 kg, inertia = 3 kg*m^2, cm = (0.5, 0) m, point tip = (1, 0) m }\nrevolute O: ground to arm\n"
                      "drive motor: O.angle = 0.5 rad * sin(4 rad/s * t)\nbody stone { shape = sphere(100 mm), mass = 2 kg, inertia = 1 kg*m^2, at = (0.5, 1) m }\n"
                      "force push: stone = (20 N, 5 N)\ntorque turn: stone = 4 N*m\nsimulate 1 s\n")
    page.open(report(script, "loads"))
    page.evaluate(APP + ".clock.set(0.4, 'test')")
    legend = page.evaluate("document.querySelector('.arrows').textContent")
    check("forces and torques, up to 20.6\u202fN, 4\u202fN·m" in legend and "drives, up to" in legend and "contacts" not in legend, "the legend: %r" % legend)
    count = """(() => { const c = %s.canvas, d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, near = (i, r, g, b) =>
      Math.abs(d[i] - r) + Math.abs(d[i + 1] - g) + Math.abs(d[i + 2] - b) < 12; let forces = 0, drives = 0, touch = 0;
      for (let i = 0; i < d.length; i += 4) { if (near(i, 0xa2, 0x55, 0x9b)) ++forces; if (near(i, 0x1a, 0x8a, 0x6b)) ++drives; if (near(i, 0xd1, 0x44, 0x0c)) ++touch; }
      return [forces, drives, touch]; })()""" % APP
    seen = page.evaluate(count)
    check(seen[0] > 100 and seen[1] > 30 and seen[2] == 0, "colours of loads: %r" % seen)
    tip = page.evaluate("(() => { const app = %s; const load = app.run.loads.find(l => l.name === 'push'); return load.at(0.4); })()" % APP)
    near(tip["force"][0], 20, 0.1, "the force that is drawn")
    page.evaluate("[...document.querySelectorAll('.chips .chip')].find(b => b.textContent === 'Loads').click()")
    check(page.evaluate(count)[:2] == [0, 0], "the switch: %r" % page.evaluate(count))
    page.open(report(root / "examples" / "two_spheres.mbs", "no_loads"))
    check(page.evaluate("[...document.querySelectorAll('.chips .chip')].find(b => b.textContent === 'Loads').hidden"), "no switch for nothing")
    check(page.problems() == [], "loads: %r" % page.problems())


def space(page):
    """In space: what the page says of a point and of a clearance is what the program says; the hand turns the view."""
    text = (root / "examples" / "ball_joint.mbs").read_text().split("sweep gap")[0]
    script = folder / "space.mbs"
    script.write_text(text + "table every 37 ms { t, arm.cm.x, arm.cm.y, arm.cm.z, arm.x, arm.y, arm.z, joint.FN }\n")
    rows = [o for o in map(json.loads, run(script, "--json").stdout.splitlines()) if o["type"] == "table"][-1]["rows"]
    page.open(report(script, "space"))
    check(page.evaluate(APP + ".stage.constructor.name") == "SpaceStage", "a stage in space")
    force = max(row[7] for row in rows)
    for t, *at, normal in rows:
        seen = page.evaluate("(%s.clock.set(%r, 'test'), {cm: %s.run.place(1, %s.run.bodies[1].cm, %r), state: %s.run.contacts[0].state(%r)})" % (APP, t, APP, APP, t, APP, t))
        for k in range(3):
            near(seen["cm"][k], at[k], 1e-5, "cm at %g s" % t)
            near(seen["state"]["e"][k], at[3 + k], 0.004 * 0.1e-3, "eccentricity at %g s" % t)
        near(seen["state"]["FN"], normal, 1e-3 * force, "FN at %g s" % t)
    the_lens(page)
    before = page.evaluate("[%s.stage.camera.azimuth, %s.stage.camera.elevation]" % (APP, APP))
    box = page.box("canvas.scene", 0)
    page.drag(box["x"], box["y"], box["x"] + 80, box["y"] + 40)
    after = page.evaluate("[%s.stage.camera.azimuth, %s.stage.camera.elevation]" % (APP, APP))
    check(after[0] < before[0] - 0.3 and after[1] > before[1] + 0.1, "a drag turns: %r, %r" % (before, after))
    page.key("0")
    check(page.evaluate("[%s.stage.camera.azimuth, %s.stage.camera.elevation]" % (APP, APP)) == before, "0 turns back")
    check(page.problems() == [], "space: %r" % page.problems())


def paces(page):
    """The clock of very short and very long runs begins so that they last 10 to 24 s, and says how fast that is."""
    for seconds, text in ((1e-6, "1\u202fs shows 50\u202fns"), (1e6, "50\u202f000 × faster"), (1e7, "1\u202fs shows 5.79 days"), (0.2, "100 × slower")):
        script = folder / "pace.mbs"
        script.write_text("mbs 1\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\nsimulate %r s\n" % seconds)
        page.open(report(script, "pace"))
        shown, lasts = page.evaluate("[mbsReport.app.slowSelect.selectedOptions[0].textContent, %r * mbsReport.app.clock.slow]" % seconds)
        check(shown == text and 9.5 <= lasts <= 24.1, "the pace of %g s: %r, %g s long" % (seconds, shown, lasts))
    check(page.problems() == [], "paces: %r" % page.problems())


def on_a_phone(page):
    """The stage is in sight above the header's words, below which impact was the hardest and why, in three lines, and lanes are of contacts that close."""
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=False)
    page.open(report(root / "examples" / "loose_guide.mbs", "phone"))
    names = page.evaluate("[...document.querySelectorAll('.lane [data-contact]')].map(e => e.textContent)")
    check(names == ["S.wall[3]", "S.wall[4]"], "lanes: %r" % names)
    page.open(report(root / "examples" / "cam_follower.mbs", "phone"))
    tops = "['.stage', '.lead'].map(e => document.querySelector(e).getBoundingClientRect().top)"
    stage, words = page.evaluate(tops)
    check(stage < 290 and words > stage, "the stage begins at %r, the words at %r" % (stage, words))
    page.call("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1, mobile=False)
    stage, words = page.evaluate(tops)
    check(abs(stage - words) < 12, "beside each other: the stage at %r, the words at %r" % (stage, words))
    check(page.problems() == [], "on a phone: %r" % page.problems())


browser_path = chromium.find_or_skip()
chance = random.Random(13)
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "more.mbs").write_text((root / "examples" / "slider_crank.mbs").read_text() + """
table { peak = max(abs(motor.torque)) }
let instants = [INSTANTS] s
table { "t" = instants, "angle" = at(O.angle, instants) in deg, "FN" = at(B.FN, instants), "delta" = at(B.delta, instants),
  "x" = at(rod.pin.x - slider.x, instants), "y" = at(rod.pin.y - slider.y, instants) }
""".replace("INSTANTS", ", ".join("%.9f" % (0.024 * chance.random()) for _ in range(50))))
    told = run(folder / "more.mbs", "--json", "--svg", str(folder / "svg"))
    *_, peak, table = [o for o in map(json.loads, told.stdout.splitlines()) if o["type"] == "table"]
    page_of_more = report(folder / "more.mbs", "more")
    browser = chromium.Browser(browser_path)
    try:
        page = chromium.Page(browser)
        page.open(page_of_more)
        the_clock(page)
        the_values(page, table["rows"])
        the_lens(page)
        the_plots(page)
        the_labels(page, next((folder / "svg").glob("*.svg")).read_text())
        torque = max(row[0] for row in peak["rows"])
        near(page.evaluate(APP + ".run.strongest.torque"), torque, 0.01 * torque, "the largest torque of the drive")
        check(page.problems() == [], "slider_crank: %r" % page.problems())
        printed(page, page_of_more)
        passes(page)
        gathered(page)
        loads(page)
        space(page)
        hostile(page)
        without_motion(page)
        paces(page)
        on_a_phone(page)
        tampered(browser, page_of_more)
        for example in ("bouncing_ball", "cam_follower", "newtons_cradle", "balls_in_a_box", "side_spin"):
            the_layout(page, report(root / "examples" / (example + ".mbs"), example), example)
            if example in ("cam_follower", "newtons_cradle"):
                the_peaks(page, example)
        check(page.problems() == [], "other pages: %r" % page.problems())
    finally:
        browser.close()
sys.exit(1 if checks.failures else 0)
