"""The page of `mbs view` in Chromium: it follows its script and keeps what the hand has chosen.

Usage: view_browser_test.py PROGRAM ROOT [DIRECTORY for pictures]
"""
import pathlib
import re
import sys
import tempfile
import time

import browser as chromium
import checks
from checks import check
from view_client import LIMIT, Server

mbs, root = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
LIVE, APP = "mbsLive", "mbsReport.app"


def until(page, expression, what):
    end = time.monotonic() + LIMIT
    while not page.evaluate(expression):
        if time.monotonic() > end:
            check(False, what + ": " + "; ".join(page.problems()))
            raise SystemExit(1)
        time.sleep(0.02)


def settled(page, beyond):
    until(page, "%s.shown > %d && !%s.state.running" % (LIVE, beyond, LIVE), "a run after number %d" % beyond)
    return page.evaluate(LIVE + ".shown")


def picture(page, name):
    if not pictures:
        return
    for width, height in ((1440, 900), (390, 844)):
        page.size(width, height)
        for dark in (False, True):
            page.scheme(dark)
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            page.screenshot(pictures / ("view_%s_%d_%s.png" % (name, width, "dark" if dark else "light")))
    page.size(1440)
    page.scheme(False)


def narrow(page, what):
    """Nothing is wider than a phone."""
    page.size(390, 844)
    wide = page.evaluate("document.documentElement.scrollWidth")
    check(wide <= 390, "%s: %d px wide on a phone" % (what, wide))
    page.size(1440)


def keeps(page, script):
    """Instant, zoom, switches, chosen curves and the place in the page, over a run with another value."""
    one = settled(page, 0)
    until(page, APP + ".plots.length > 0", "its plot")
    peak = APP + ".run.hardest"
    force = page.evaluate(peak)
    page.evaluate("(() => { const a = %s; a.later.all(); a.clock.set(a.run.from + 0.4 * (a.run.to - a.run.from)); a.stage.camera.zoomAt(2, 100, 100); a.draw();"
                  "document.querySelector('.chips .chip').click(); const p = a.plots[0]; p.view = {x: [90, 180], y: [-200, 300]}; p.build();"
                  "a.logs[0].table.sort(5); scrollTo(0, 700); })()" % APP)
    chosen = "JSON.stringify([%s.clock.t, %s.stage.camera.zoom, %s.stage.show.names, %s.plots[0].rx, %s.logs[0].table.by, scrollY])" % ((APP,) * 5)
    before = page.evaluate(chosen)
    script.write_text(script.read_text().replace("c     = 0.5 mm", "c     = 0.3 mm"))
    two = settled(page, one)
    check(page.evaluate(peak) != force, "another clearance gives other forces")
    check(page.evaluate(chosen) == before, "what was chosen is kept: %s, %s" % (before, page.evaluate(chosen)))
    page.evaluate("scrollTo(0, 0)")
    return two


def mistakes(page, script, before):
    """An error stands above the last good picture, and goes with its cause."""
    good, force = script.read_text(), page.evaluate(APP + ".run.hardest")
    script.write_text(good.replace("simulate", "simulat"))
    now = settled(page, before)
    text = page.evaluate("document.querySelector('.broken-run').textContent")
    for part in ("E0101", "slider_crank.mbs, line ", "did you mean simulate?", "more errors"):
        check(part in text, "%s is not in %r" % (part, text[:200]))
    check(page.evaluate("document.querySelector('.broken-run mark').textContent") == "simulat", "the word is marked")
    check(page.evaluate(APP + ".run.hardest") == force and page.evaluate("!!document.querySelector('.wrap.old')"), "the old picture stays, marked")
    check("old" in page.evaluate("document.querySelector('.state').textContent"), "it is said")
    narrow(page, "errors")
    opaque = page.evaluate("(e => [getComputedStyle(e).opacity, getComputedStyle(e).backgroundColor])(document.querySelector('.old .side'))")
    check(opaque[0] == "1" and opaque[1] == "rgb(251, 251, 249)", "what scrolls under the old picture is seen through it: %r" % opaque)
    picture(page, "error")
    script.write_text(good)
    now = settled(page, now)
    check(page.evaluate("!document.querySelector('.wrap.old') && document.querySelector('.broken-run').hidden"), "it goes with its cause")
    script.unlink()
    until(page, "/cannot be read/.test(document.querySelector('.problem').textContent)", "a script that is gone is told")
    script.write_text(good)
    until(page, "document.querySelector('.broken-run').hidden && !%s.state.running" % LIVE, "and is run when it is back")
    return page.evaluate(LIVE + ".shown")


def params(page, other, before):
    """Sliders, fields and reset; all pages show the same."""
    names = page.evaluate("[...document.querySelectorAll('.control code')].map(e => e.textContent)")
    check(names == ["speed", "c", "model", "mu"], "params: %r" % names)
    box = page.box(".control input[type=range]", 1)
    page.drag(box["x"], box["y"], box["left"] + 0.8 * box["width"], box["y"])
    until(page, "(live => 'c' in live.state.settings && !live.wanted && !live.state.running && live.shown === live.state.run)(%s)" % LIVE, "a slider")
    value = page.evaluate(LIVE + ".state.settings.c")
    check(re.fullmatch(r"[\d.]+ mm", value) and 0.5 < float(value.split()[0]) < 1.2, "c by the slider: %r" % value)
    settled(other, before)
    until(other, "document.getElementById('param-c').value === %r" % value.split()[0], "the other page shows it")
    check(page.evaluate("document.querySelector('.meta').textContent").endswith("c = " + value), "the page says what is set")
    picture(page, "params")
    typed = "(() => { const f = document.getElementById('param-%s'); f.value = %r; f.dispatchEvent(new Event('change')); })()"
    now = page.evaluate(LIVE + ".shown")
    page.evaluate(typed % ("model", "hertz"))
    now = settled(page, now)
    check(page.evaluate("%s.data.settings" % APP) == ["c = " + value, "model = hertz"], "a law as text")
    page.evaluate(typed % ("c", "400 um"))
    now = settled(page, now)
    check(page.evaluate("document.getElementById('param-c').value") == "400 um", "another unit")
    page.evaluate(typed % ("c", "4 kg"))
    now = settled(page, now)
    told = page.evaluate("document.querySelector('.broken-run').textContent")
    check("E0208" in told and "--set c" in told, "a wrong unit is told: %s" % told)
    page.evaluate(typed % ("c", "banana"))
    now = settled(page, now)
    seen = page.evaluate("(e => [e.textContent, e.querySelector('mark').textContent])(document.querySelector('.broken-run .excerpt'))")
    check(seen == ["c = banana", "banana"], "what was typed is quoted: %r" % seen)
    page.evaluate("[...document.querySelectorAll('.params .chip')].find(b => b.textContent === 'Reset all').click()")
    now = settled(page, now)
    check(page.evaluate("Object.keys(%s.state.settings).length" % LIVE) == 0, "all is reset")
    check(page.evaluate("document.querySelectorAll('.control.set').length") == 0, "and looks so")
    return now


def swept(page, script, before):
    """A slider that would do nothing says why, and can be moved again when the sweep is gone."""
    text = "mbs 1\nparam v = 1 m/s\nparam k = 2\nbody b { mass = k * 1 kg, inertia = 1 kg*m^2, velocity = (v, 0 m/s) }\n%s\n"
    script.write_text(text % "sweep v in [1, 2] m/s { simulate 1 s }")
    now = settled(page, before)
    state = "(() => { const row = document.getElementById('param-%s').closest('.control'), slider = row.querySelector('input[type=range]'), why = row.querySelector('.swept');" \
            "return [slider.disabled, document.getElementById('param-%s').disabled, why.hidden, why.textContent, slider.getAttribute('aria-describedby') === why.id]; })()"
    check(page.evaluate(state % ("v", "v")) == [True, True, False, "swept at line 5: its own value has no effect", True], "swept: %r" % page.evaluate(state % ("v", "v")))
    check(page.evaluate(state % ("k", "k"))[:3] == [False, False, True], "the other one: %r" % page.evaluate(state % ("k", "k")))
    script.write_text(text % "simulate 1 s")
    now = settled(page, now)
    check(page.evaluate(state % ("v", "v"))[:3] == [False, False, True], "free again: %r" % page.evaluate(state % ("v", "v")))
    return now


def hollow(page, script, before):
    """A file without a text, as some editors leave it for a moment, takes no picture away; neither does one that shows nothing."""
    good, force = script.read_text(), page.evaluate(APP + ".run.hardest")
    now = before
    for text, told in (("", "the script is empty"), ("mbs 1\n", "the script asks for nothing to be shown")):
        script.write_text(text)
        now = settled(page, now)
        check(page.evaluate("document.querySelector('.problem').textContent") == told, "%r: %r" % (text, page.evaluate("document.querySelector('.broken-run').textContent")))
        check(page.evaluate(APP + ".run?.hardest") == force and page.evaluate("!!document.querySelector('.wrap.old')"), "%r: the picture stays, marked as old" % text)
    script.write_text(good)
    now = settled(page, now)
    check(page.evaluate("!document.querySelector('.wrap.old') && document.querySelector('.broken-run').hidden"), "it goes with its cause")
    return now


def shorter(page, script, before):
    """A run that becomes shorter keeps the instant as long as it has it, and else stands at its end; it plays from there, and where the run gets long again the instant is back."""
    text = "mbs 1\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1 m/s, 0 m/s) }\nsimulate %s\n"
    script.write_text(text % "1 s")
    now = settled(page, before)
    clock = lambda: page.evaluate(APP + ".clock.t")
    page.evaluate(APP + ".clock.set(0.6, 'test')")
    for length, wanted in (("0.8 s", 0.6), ("0.3 s", 0.3), ("0.4 s", 0.4), ("1 s", 0.6), ("0.3 s", 0.3)):
        script.write_text(text % length)
        now = settled(page, now)
        check(abs(clock() - wanted) < 1e-12, "of %s: at %g s, wanted %g s" % (length, clock(), wanted))
    page.evaluate(APP + ".clock.play()")
    until(page, "(c => c.t > 0 && c.t < 0.29)(%s.clock)" % APP, "it plays from the start again")
    page.evaluate(APP + ".clock.play(false)")
    kept = clock()
    script.write_text(text % "1 s")
    now = settled(page, now)
    check(clock() == kept, "an instant that was chosen since counts: %g, %g" % (clock(), kept))
    return now


browser_path = chromium.find_or_skip()
with tempfile.TemporaryDirectory() as name:
    script = pathlib.Path(name) / "slider_crank.mbs"
    script.write_text((root / "examples" / "slider_crank.mbs").read_text())
    server = Server(mbs, script)
    browser = chromium.Browser(browser_path)
    try:
        page = chromium.Page(browser, server=server.address)
        page.open(None)
        picture(page, "plain")
        narrow(page, "the page")
        shown = mistakes(page, script, keeps(page, script))
        other = chromium.Page(browser, server=server.address)
        other.open(None)
        page.call("Page.bringToFront")  # a page behind another one gets its input late
        shown = swept(page, script, params(page, other, shown - 1))
        script.write_text((root / "examples" / "slider_crank.mbs").read_text())
        shorter(page, script, hollow(page, script, settled(page, shown)))
        # A page that asks for the data of a run while the next one ends is told that they are gone.
        told = [p for p in page.problems() + other.problems() if "404" not in p]
        check(told == [], "pages: %r" % told)
        script.write_text('mbs 1\nprint "<script>window.hacked = 1</script>"\n')
        until(page, "[...document.querySelectorAll('.said')].some(e => e.textContent.includes('<script>'))", "text is shown")
        check(page.evaluate("window.hacked === undefined"), "and not run")
        alone = Server(mbs, root / "examples" / "bouncing_ball.mbs", "--once")
        shown_once = chromium.Page(browser, server=alone.address)
        shown_once.open(None)
        check(alone.process.wait(LIMIT) == 0, "a server that shows once")
        until(shown_once, "/shown once/.test(document.querySelector('.state').textContent)", "it says so")
        bad = shown_once.evaluate("[...document.querySelectorAll('.wrap.old, .problem:not([hidden]), .params:not([hidden])')].map(e => e.className)")
        check(bad == [] and shown_once.evaluate(APP + ".run.contacts.length > 0") and shown_once.problems() == [], "a page without its server: %r, %r" % (bad, shown_once.problems()))
        shown_once.close()
        check(server.end() == 130, "the server ends while pages are open")
        until(page, "/has ended/.test(document.querySelector('.problem').textContent)", "pages say so")
    finally:
        browser.close()
        if server.process.poll() is None:
            server.end()
sys.exit(1 if checks.failures else 0)
