"""What a reader finds on the first screen, and whether all parts say the same. Usage: reading_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import pathlib
import re
import subprocess
import sys

import browser as chromium
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"


def report(example, script=None):
    path = folder / (example + ".html")
    if not path.exists():
        done = subprocess.run([program, "run", str(script or root / "examples" / (example + ".mbs")), "--out", str(folder), "--report", str(path)],
                              capture_output=True, text=True)
        check(done.returncode in (0, 1), "%s: exit %d\n%s" % (example, done.returncode, done.stderr))
    return path


def text(page, selector):
    return page.evaluate("[...document.querySelectorAll('%s')].map(e => e.textContent)" % selector)


def hardest_blow(page):
    """One blow has one time: in the sentence, at the lane, on the clock, under the lens, by a row of the log."""
    for width, height in ((1280, 720), (1440, 900)):
        page.size(width, height)
        page.open(report("slider_crank"))
        box = page.evaluate("(b => [b.top, b.bottom, innerHeight - document.querySelector('.deck').offsetHeight, document.querySelector('.prints').getBoundingClientRect().top])(document.querySelector('.crown p').getBoundingClientRect())")
        check(0 < box[0] and box[1] < min(box[2:]), "the hardest on %d x %d: %r" % (width, height, box))
    words = "45.87\u202fkN at 0.2514\u202fms, begun at 0.2273\u202fms with 4.386\u202fm/s"
    for selector in (".crown p", ".gist"):
        check(words in text(page, selector)[0], "%s: %r" % (selector, text(page, selector)))
    check("at 0.2514\u202fms" in text(page, ".lane text"), "the lane: %r" % text(page, ".lane text"))
    for press in ("document.querySelector('.crown .go').click()", "document.querySelector('.gist .go').click()", "document.querySelector('tr.pick').click()"):
        page.evaluate("%s.clock.set(0.02, 'test'); %s" % (APP, press))
        seen = page.evaluate("(app => [app.clock.text(), app.lenses[0].cells.force.textContent, document.querySelector('tr.here .number').textContent])(%s)" % APP)
        check(seen == ["0.2514", "45.87\u202fkN", "1"], "%s: %r" % (press, seen))
    peak = page.evaluate("(c => { const [t] = c.peak(0); let most = 0; for (let i = 0; i <= 4000; ++i) most = Math.max(most, c.state(c.impacts[0].t + (c.impacts[0].t_end - c.impacts[0].t) * i / 4000).FN); return [c.state(t).FN, most, c.impacts[0].F_max]; })(%s.run.contacts[0])" % APP)
    check(peak[0] >= peak[1] * (1 - 1e-7) and abs(peak[0] / peak[2] - 1) < 1e-4, "the peak: %r" % peak)


def among_many(page):
    """The hardest contact of many is told, and has a lane; all lanes of those that ever close can be opened; of contacts among many there is what is known."""
    page.open(report("geneva"))
    name, force = page.evaluate("(r => r.contacts.map(c => [c.name, Math.max(0, ...c.impacts.map(i => i.F_max))]).sort((a, b) => b[1] - a[1])[0])(%s.run)" % APP)
    check(text(page, ".crown p")[0].startswith("Hardest of all: %s: %.2f" % (name, force)), "the headline: %r" % text(page, ".crown p"))
    lanes = text(page, ".lane [data-contact]")
    check(name in lanes, "its lane: %r" % lanes)
    page.evaluate("document.querySelector('.crown .go').click()")
    check(page.evaluate("(app => app.lenses.some(l => l.contact === app.run.top && l.cells.force.textContent.startsWith('43.5')))(%s)" % APP), "its lens")
    more = page.evaluate("(b => [b.tagName, b.textContent, b.getAttribute('aria-expanded')])(document.querySelector('.more-lanes'))")
    count = page.evaluate(APP + ".run.contacts.filter(c => c.impacts.length).length")
    check(more == ["BUTTON", "+ %d more" % (count - len(lanes)), "false"], "more: %r of %d" % (more, count))
    place = page.box(".more-lanes")
    page.click(place["x"], place["y"])
    opened = page.evaluate("[document.querySelectorAll('.lane [data-contact]').length, document.querySelector('.more-lanes').textContent, document.querySelector('.deck').offsetHeight < 0.55 * innerHeight]")
    check(opened == [count, "fewer", True], "opened: %r" % opened)
    page.evaluate("document.querySelector('.more-lanes').click()")
    check(text(page, ".lane [data-contact]") == lanes, "closed again")
    page.open(report("balls_in_a_box"))
    words = text(page, ".crown p")[1]
    pairs = page.evaluate("Math.max(...%s.run.groups[0].track.value[0])" % APP)
    check("heap: at most %d pairs touch at once" % pairs in words, "pairs: %r" % words)
    page.evaluate("document.querySelectorAll('.crown .go')[1].click()")
    check(page.evaluate("(app => Math.round(app.run.groups[0].track.at(app.clock.t, 0)))(%s)" % APP) == pairs, "and when")


def runs_by_name(page):
    """The hardest impact is told with the run it is of, and that run is found again; two runs of one pass have numbers."""
    script = folder / "blows.mbs"
    script.write_text("mbs 1\nparam v = 1 m/s\nbody a { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (v, 0 m/s) }\n"
                      "body b { shape = sphere(50 mm), material = steel, at = (50, 0) mm }\ncontact hit: a to b { law = hertz() }\n"
                      "sweep v in [1, 2] m/s { simulate 1 ms\n continue 1 ms\n simulate 1 ms }\n")
    page.open(report("blows", script))
    names = page.evaluate("(app => app.data.runs.map((_, i) => { app.choose(i); return [app.label(i), app.keep().pass, document.querySelector('.crown p').textContent]; }))(%s)" % APP)
    check(len({name for name, _, _ in names}) == len(names) > 3, "names of runs: %r" % names)
    for name, kept, words in names:
        check(kept == name and words.startswith("Hardest of this pass (%s, " % name), "%s: kept %r, told %r" % (name, kept, words))


def chosen_lens(page):
    """Where the stage has room for one lens, it is that of the lane that was clicked last."""
    page.size(390, 844)
    page.open(report("geneva"))
    page.evaluate("document.querySelector('.more-lanes').click()")
    page.evaluate("new Promise(done => setTimeout(done, 200))")
    check(page.evaluate("%s.placed.lenses.length" % APP) == 1, "there is room for several lenses")
    count = page.evaluate("document.querySelectorAll('.lane [data-contact]').length")
    check(count > 5, "lanes: %d" % count)
    for k in (4, 1, 0, 4, 2, 3):
        name, shown = page.evaluate("""(k => { const text = document.querySelectorAll('.lane [data-contact]')[k], {app} = mbsReport;
          text.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, pointerId: 1}));
          return [app.run.contacts[Number(text.getAttribute('data-contact'))].name, [...document.querySelectorAll('.read:not([hidden]) .name b')].map(e => e.textContent)]; })(%d)""" % k)
        check(shown == [name], "the lens of %s: %r" % (name, shown))
    page.size(1440, 900)
    both = page.evaluate("(app => { app.focus(3); app.focus(1); return app.lenses.map(l => l.contact.index); })(%s)" % APP)
    check(both == [1, 3], "the last two that were chosen: %r" % both)


def reasons(page):
    """A peak that comes late in its contact is not told by the speed at its begin alone."""
    page.open(report("worn_four_bar"))
    found = page.evaluate("(app => { const c = app.run.contacts.find(c => isLate_(c)); return c && [c.name, c.peak()[0] - c.impacts[c.worst()].t, c.impacts[c.worst()].t_end - c.impacts[c.worst()].t]; })(%s)".replace(
        "isLate_(c)", "c.impacts.length && c.peak()[0] - c.impacts[c.worst()].t > 0.55 * (c.impacts[c.worst()].t_end - c.impacts[c.worst()].t)") % APP)
    words = [w for w in text(page, ".why") if "Its peak comes" in w]
    wanted = "Its peak comes %.2g\u202fms into a contact of %.2g\u202fms, while B strikes with 193.4\u202fN" % (found[1] * 1e3, found[2] * 1e3)
    check(words and wanted in words[0], "why: %r, wanted %r" % (words, wanted))
    page.open(report("slider_crank"))
    check("Its peak" not in text(page, ".why")[0], "of a blow that is one: %r" % text(page, ".why"))


def one_instant(page):
    """Plots of contacts and lenses say the same at any instant; other curves show no more digits than are sure."""
    page.open(report("slider_crank"))
    page.evaluate("new Promise(done => (%s.later.all(), setTimeout(done, 100)))" % APP)
    wrong = page.evaluate("""(app => { const wrong = [], c = app.run.contacts[0];
      for (let i = 0; i < 300; ++i) { const t = app.run.to * (i + 0.4) / 300; app.clock.set(t, 'test');
        const plot = app.runPlots.find(p => p.spec.contact), at = plot.pointAt(plot.spec.curves[0], t), s = c.state(t);
        if (s.episode < 0 ? !Number.isNaN(at[1]) : Math.abs(at[1] * 1e3 - s.FN) > 1e-9 * app.run.hardest) wrong.push([t, at, s.FN]); }
      return wrong; })(%s)""" % APP)
    check(wrong == [], "loop and lens: %r" % wrong[:3])
    seen = page.evaluate("""(app => { const p = app.plots[0], c = p.spec.curves[0]; p.root.scrollIntoView(); p.update(0, true);
      const k = c.y.findIndex((v, i) => i > 5 && Math.abs(v) > 300), tag = t => { p.update(t, true); return p.pairs[0][1].textContent; };
      return [tag(c.t[k]), tag((c.t[k] + c.t[k + 1]) / 2), c.y[k], p.bend(c, k, k + 1)]; })(%s)""" % APP)
    exact = float(seen[0].split("\u202f")[0].replace("\u2212", "-"))
    check(abs(exact / seen[2] - 1) < 5e-4 and seen[3] > 0, "at a sample: %r" % seen)
    count = len(re.sub(r"[^\d]", "", seen[1].split("\u202f")[0]).strip("0"))
    check(count <= 4 and (seen[3] < 1e-4 * abs(seen[2]) or count < 4), "between: %r" % seen)


def sweeps(page):
    """Curves of passes none of which is on the stage are all strong."""
    script = folder / "sweep.mbs"
    script.write_text("mbs 1\nparam v = 1 m/s\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (v, 0 m/s) }\n"
                      "sweep v in [1, 2] m/s { simulate 1 s\n plot all: b.x vs t }\nsimulate 1 s\n")
    page.open(report("sweep", script))
    pale = "(app => { const ofThese = app.plots[0].spec.curves.map(c => c.run); app.choose(%d); app.plots[0].build(); return [ofThese, app.plots[0].root.querySelectorAll('.ghost').length]; })(" + APP + ")"
    for index, count in ((2, 0), (0, 1)):
        seen = page.evaluate(pale % index)
        check(seen == [[0, 1], count], "run %d on the stage: %r" % (index, seen))


def on_a_phone(page):
    """Which run is shown has a line of its own, with the second list."""
    page.size(390, 844)
    page.open(report("five_laws"))
    boxes = page.evaluate("[...document.querySelectorAll('.passes select'), ...document.querySelectorAll('.chips .chip:not([hidden])')].map(e => e.getBoundingClientRect()).map(b => [b.left, b.top, b.right, b.bottom])")
    check(len(boxes) >= 5 and all(b[2] - b[0] > 130 for b in boxes[:2]), "lists: %r" % boxes)
    check(max(b[3] for b in boxes[:2]) <= min(b[1] for b in boxes[2:]) and max(b[2] for b in boxes) <= 390, "lists lie on nothing: %r" % boxes)
    below = page.evaluate("(app => [app.placed.scene.y, app.bar.offsetTop + app.bar.offsetHeight])(%s)" % APP)
    check(below[0] >= below[1], "the picture begins under them: %r" % below)
    page.size(1440, 900)


def log(page):
    """All columns of a log can be seen."""
    for width in (1280, 1440):
        page.size(width, 900)
        for example in ("slider_crank", "two_spheres", "worn_four_bar"):
            page.open(report(example))
            page.evaluate("new Promise(done => (%s.later.all(), setTimeout(done, 100)))" % APP)
            hidden = page.evaluate("[...document.querySelectorAll('.contact .scroll')].map(e => e.scrollWidth - e.clientWidth)")
            check(hidden and max(hidden) <= 0, "%s on %d px: %r px hidden" % (example, width, hidden))
    page.size(1440, 900)


def nothing_touches(page):
    """No keys for what a run has not; a name is told once; messages have their code as code."""
    script = folder / "free.mbs"
    script.write_text("mbs 1\nparam k = 2\nwarn if k > 1, \"`k` is large\"\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\nsimulate 1 s\nprint \"{final(b.x)}\"\nexpect final(b.x) - 0.999975765 m < 0.001 m\n")
    page.open(report("free", script))
    seen = page.evaluate("[...document.querySelectorAll('.keys button')].filter(b => b.getClientRects().length).map(b => b.getAttribute('aria-label') || b.textContent)")
    found = text(page, ".got > span"), text(page, ".got .where")
    check(found == (["24.235\u202fµm"], ["holds by 976\u202fµm"]), "a small number: %r" % (found,))
    check(seen == ["Play (space)"], "keys: %r" % seen)
    check(text(page, "header h1") == ["free.mbs"] and "free.mbs" not in "".join(text(page, ".meta")), "its name: %r" % text(page, "header"))
    check("k" in text(page, "#diagnostics p code") and "`" not in "".join(text(page, "#diagnostics")), "a message: %r" % text(page, "#diagnostics"))
    page.open(report("slider_crank"))
    seen = page.evaluate("[...document.querySelectorAll('.keys button')].filter(b => b.getClientRects().length).length")
    check(seen == 4, "keys with contacts: %r" % seen)


with chromium.tested_page() as (page, folder):
    for test in (hardest_blow, among_many, runs_by_name, chosen_lens, reasons, one_instant, sweeps, on_a_phone, log, nothing_touches):
        test(page)
