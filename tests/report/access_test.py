"""The page for those who do not see it, or see it otherwise, and the work that a picture costs.

With axe-core (MBS_AXE names its axe.min.js, or it is installed by `npm install -g axe-core`) that finds no serious fault; the rest is
checked by hand in any case. Usage: access_test.py PROGRAM ROOT
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"


def report(example, folder):
    path = folder / (example + ".html")
    subprocess.run([program, "run", str(root / "examples" / (example + ".mbs")), "--out", str(folder), "--report", str(path)],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def axe():
    places = [os.environ.get("MBS_AXE"), "/usr/share/nodejs/axe-core/axe.min.js"]
    if shutil.which("npm"):
        found = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True).stdout.strip()
        places.append(found + "/axe-core/axe.min.js")
    return next((pathlib.Path(p) for p in places if p and pathlib.Path(p).is_file()), None)


def by_axe(page, script, what):
    page.evaluate(script)
    faults = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations"
                           ".filter(v => v.impact === 'serious' || v.impact === 'critical')"
                           ".map(v => v.id + ': ' + v.nodes.slice(0, 4).map(n => n.html.slice(0, 160) + ' ' + (n.any[0] || {}).message).join('\\n    ')))")
    for fault in faults:
        check(False, "%s: axe: %s" % (what, fault))


def finish_fades(page):
    """Half faded words have half the contrast: what is still fading in or out is taken to its end."""
    page.evaluate("document.getAnimations().forEach(a => a.finish())")


def both_themes(page, example):
    for dark in (False, True):
        page.scheme(dark)
        finish_fades(page)
        by_axe(page, library.read_text(), example + (" dark" if dark else " light"))
    page.scheme(False)


def luminance(colour):
    colour = colour.lstrip("#")
    if len(colour) == 3:
        colour = "".join(c + c for c in colour)
    parts = [int(colour[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a, b):
    """WCAG 2.2, relative luminance and contrast ratio."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colours(page):
    """Words 4.5 : 1 on all that they stand on, lines 3 : 1 on what they are drawn on."""
    check(abs(contrast("#fff", "#000") - 21) < 1e-9 and abs(contrast("#777", "#fff") - 4.48) < 0.01, "the formula")
    for dark in (False, True):
        page.scheme(dark)
        theme = page.evaluate("(() => { const s = getComputedStyle(document.documentElement), o = {}; for (const n of ["
                              "'paper','card','sunk','ink','soft','faint','touch','touch-text','ok','warn','bad','c1','c2','c3','c4','c5','c6','c7','edge'])"
                              "o[n] = s.getPropertyValue('--' + n).trim(); return o; })()")
        for least, names, grounds in ((4.5, ("ink", "soft", "faint", "touch-text", "ok", "warn", "bad"), ("paper", "card", "sunk")),
                                      (3, ("touch", "edge", "c1", "c2", "c3", "c4", "c5", "c6", "c7"), ("paper", "card"))):
            for name in names:
                for ground in grounds:
                    ratio = contrast(theme[name], theme[ground])
                    check(ratio >= least, "%s: %s on %s has %.2f : 1, wanted %g" % ("dark" if dark else "light", name, ground, ratio, least))
    page.scheme(False)


def structure(page, what):
    check(page.evaluate("document.documentElement.lang") == "en", what + ": the language")
    check(len(page.evaluate("document.title")) > 0, what + ": a title")
    heads = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(e => Number(e.tagName[1]))")
    check(heads.count(1) == 1 and heads[0] == 1, "%s: one first heading: %r" % (what, heads))
    check(all(b <= a + 1 for a, b in zip(heads, heads[1:])), "%s: headings step by step: %r" % (what, heads))
    twice = page.evaluate("(() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i); })()")
    check(twice == [], "%s: ids that come twice: %r" % (what, twice))
    check(page.evaluate("document.querySelectorAll('main').length") == 1, what + ": one main part")


def names(page, what):
    """What the browser tells a screen reader: all that can be used has a name."""
    page.call("Accessibility.enable")
    roles = {"button", "link", "slider", "checkbox", "textbox", "combobox", "spinbutton", "image", "img", "region"}
    found = 0
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in roles:
            continue
        found += 1
        check(node.get("name", {}).get("value", "").strip(), "%s: a %s without a name: %r" % (what, role, node.get("properties")))
    check(found > 10, "%s: things to use: %d" % (what, found))


def focus(page, what):
    """Tab goes through the page in its order, and shows where it is."""
    check(page.evaluate("[...document.querySelectorAll('[tabindex]')].every(e => e.tabIndex <= 0)"), what + ": a tabindex of its own")
    page.evaluate("(document.activeElement || document.body).blur(), window.scrollTo(0, 0)")
    page.evaluate("window.seen = []")
    for _ in range(25):
        page.key("Tab")
        page.evaluate("seen.push(document.activeElement)")
    order = page.evaluate("seen.map((e, i) => i === 0 || !!(seen[i - 1].compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) || e === document.body)")
    check(order.count(False) <= 1, "%s: the order of focus: %r" % (what, order))
    shown = page.evaluate("seen.slice(-1)[0] !== document.body && (() => { const s = getComputedStyle(seen.slice(-1)[0]); return s.outlineStyle !== 'none' || s.boxShadow !== 'none'; })()")
    check(shown, what + ": where the focus is cannot be seen")


def work(page, what, most):
    """Two hundred pictures: as many strokes at the end as at the beginning, and no more elements."""
    counted = page.evaluate("""(async () => {
      const app = %s, proto = CanvasRenderingContext2D.prototype, was = {};
      let calls = 0, changes = 0;
      for (const name of ['stroke', 'fill', 'lineTo', 'moveTo', 'arc', 'fillText', 'strokeText', 'fillRect', 'drawImage']) {
        was[name] = proto[name];
        proto[name] = function (...all) { ++calls; return was[name].apply(this, all); };
      }
      const observer = new MutationObserver(list => { changes += list.length; });
      observer.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
      const elements = () => document.querySelectorAll('*').length, before = elements(), part = [0, 0], changed = [0, 0];
      for (let i = 0; i < 200; ++i) {
        const from = calls;
        app.clock.set(app.run.from + (app.run.to - app.run.from) * ((i %% 100) + 0.5) / 100, 'test');
        await Promise.resolve();
        part[i < 100 ? 0 : 1] += calls - from;
        changed[i < 100 ? 0 : 1] += changes;
        changes = 0;
      }
      observer.disconnect();
      Object.assign(proto, was);
      return {part, changed, grown: elements() - before};
    })()""" % APP)
    calls = [c / 100 for c in counted["part"]]
    print("%s: %.0f strokes and %.0f changes of the page a picture" % (what, calls[1], counted["changed"][1] / 100))
    check(0 < calls[1] <= most, "%s: %.0f strokes a picture, wanted %d at most" % (what, calls[1], most))
    check(calls[1] <= 1.02 * calls[0] and counted["changed"][1] <= 1.05 * counted["changed"][0] + 20, "%s: the work grows: %r" % (what, counted))
    check(abs(counted["grown"]) <= 8, "%s: %d elements more" % (what, counted["grown"]))


path = chromium.find_or_skip()
library = axe()
print("axe-core: %s" % ("found" if library else "not here (npm install -g axe-core); checks by hand alone"))
with tempfile.TemporaryDirectory() as place, chromium.new_page(path) as page:
    folder = pathlib.Path(place)
    for example, most in (("slider_crank", 6000), ("ball_joint", 6000), ("balls_in_a_box", 9000), ("two_spheres", 3000)):
        page.open(report(example, folder))
        structure(page, example)
        names(page, example)
        focus(page, example)
        work(page, example, most)
        if library:
            both_themes(page, example)
    for example in ("rigid_die", "worn_four_bar") if library else ():
        page.open(report(example, folder))
        both_themes(page, example)
    colours(page)
    check(page.problems() == [], "%r" % page.problems())
sys.exit(1 if checks.failures else 0)
