#!/usr/bin/env python3
"""What reports cost a browser: bytes, elements, time to the first whole picture, time of a frame.

  bench/report_pages.py PROGRAM [--slow 4] [SCRIPT…]     runs scripts (all examples) and opens their reports
  bench/report_pages.py PROGRAM tests/report/large.mbs   a page near the largest size
  bench/report_pages.py --pages FOLDER [--slow 4]        opens the reports of a folder

`load`: from navigation to the end of the first frame in which all is drawn, by the wall, and in brackets what the page's main thread took
of the CPU; `whole`: the same until all parts are there that are made after that picture. Frames: milliseconds of that CPU, scripts, layout and painting together: the mean of 100 of a run that plays, and of 60
while a hand drags the clock over the lanes; `worst` is the longest that one of them took by the wall. `--slow 4` lets the browser run four times as slow, as its developer
tools do for small devices. On a busy machine wall times say more than the page needs; the CPU's do not.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests" / "report"))
import browser as chromium  # noqa: E402

# Tells when the frame behind the first whole picture has been painted.
FIRST = """new MutationObserver((_, me) => { if (!document.documentElement?.dataset.shown) return; me.disconnect();
  requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => { window.firstPicture = performance.now(); }; c.port2.postMessage(0); });
}).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-shown'], childList: true});"""

# `act(i)` in each of `count` frames; answers the longest frame, from its callback to the end of its painting, in ms.
FRAMES = """(count, act) => new Promise(done => {
  let i = 0, longest = 0;
  const channel = new MessageChannel();
  const frame = () => { const from = performance.now(); act(i); channel.port1.onmessage = () => {
    longest = Math.max(longest, performance.now() - from);
    if (++i < count) requestAnimationFrame(frame); else done(longest);
  }; channel.port2.postMessage(0); };
  requestAnimationFrame(frame);
})"""
# A run at the pace of 24 s for the whole of it, and a hand that goes to and fro over the lane.
PLAY = "i => { const {clock} = mbsReport.app, run = mbsReport.app.run; clock.set(run.from + (run.to - run.from) * (0.2 + i / 1440), 'play'); }"
DRAG = """i => { const {root, left, width, right} = mbsReport.app.lanes, b = root.getBoundingClientRect();
  const at = {bubbles: true, pointerId: 1, clientX: b.left + left + (width - left - right) * (0.5 + 0.49 * Math.sin(i / 7)), clientY: b.top + 4};
  if (i === 0) { root.setPointerCapture = () => {}; root.dispatchEvent(new PointerEvent('pointerdown', at)); }
  root.dispatchEvent(new PointerEvent('pointermove', at)); }"""


def cpu(page):
    return next(m["value"] for m in page.call("Performance.getMetrics")["metrics"] if m["name"] == "ThreadTime")


def frames(page, count, act):
    page.evaluate("(%s)(3, %s)" % (FRAMES, act))
    before = cpu(page)
    worst = page.evaluate("(%s)(%d, %s)" % (FRAMES, count, act))
    return 1e3 * (cpu(page) - before) / count, worst


def measured(browser, path, slow):
    page = chromium.Page(browser)
    page.call("Performance.enable", timeDomain="threadTicks")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=FIRST)
    page.call("Emulation.setCPUThrottlingRate", rate=slow)
    page.open(path, ready=False)
    loading = page.evaluate("new Promise(done => { const wait = () => window.firstPicture ? done(firstPicture) : setTimeout(wait, 5); wait(); })")
    taken = 1e3 * cpu(page)
    page.evaluate("new Promise(done => mbsReport.app.whenReady(done))")
    whole = 1e3 * cpu(page)
    facts = page.evaluate("({nodes: document.querySelectorAll('*').length, moving: !!mbsReport.app.clock})")
    play, drag = (frames(page, 100, PLAY), frames(page, 60, DRAG)) if facts["moving"] else ((0, 0), (0, 0))
    problems = page.problems()
    page.close()
    return [path.stem, path.stat().st_size / 1e3, facts["nodes"], loading, taken, whole, play[0], drag[0], max(play[1], drag[1])], problems


def made(program, scripts, folder):
    for script in scripts:
        page = folder / (script.stem + ".html")
        done = subprocess.run([program, "run", str(script), "--memory", "4GB", "--out", str(folder), "--report", str(page)], capture_output=True, text=True)
        if not page.exists():
            print("%s: exit %d, no report" % (script.name, done.returncode), file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description="What reports cost a browser.")
    parser.add_argument("program", nargs="?")
    parser.add_argument("scripts", nargs="*", type=pathlib.Path)
    parser.add_argument("--pages", type=pathlib.Path)
    parser.add_argument("--slow", type=float, default=1)
    asked = parser.parse_args()
    if bool(asked.program) == bool(asked.pages):
        parser.error("either a program or --pages")
    if not chromium.find():
        sys.exit("there is no Chromium (Debian: apt-get install chromium)")
    with tempfile.TemporaryDirectory() as name:
        folder = asked.pages or pathlib.Path(name)
        if asked.program:
            made(asked.program, asked.scripts or sorted((root / "examples").glob("*.mbs")), folder)
        browser = chromium.Browser(chromium.find())
        try:
            print("| report | kB | elements | load ms (CPU) | whole, CPU ms | frame ms, playing | dragging | worst |\n|---|---|---|---|---|---|---|---|")
            for path in sorted(folder.glob("*.html")):
                row, problems = measured(browser, path, asked.slow)
                print("| %s | %.0f | %d | %.0f (%.0f) | %.0f | %.1f | %.1f | %.0f |" % tuple(row), flush=True)
                for problem in problems:
                    print("%s: %s" % (path.stem, problem), file=sys.stderr)
        finally:
            browser.close()


main()
