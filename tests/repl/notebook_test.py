#!/usr/bin/env python3
"""What the Jupyter kernel shows, in a browser as a notebook holds it: in frames, offline.

Usage: notebook_test.py PROGRAM ROOT. Exit code 77 without Chromium.
"""
import pathlib
import sys
import tempfile
import time

import kernel as kernels

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(root / "tests" / "report"))
import browser as chromium  # noqa: E402
import checks  # noqa: E402
from checks import check  # noqa: E402

CELLS = kernels.SPHERES + """simulate 1 ms
plot hit.FN vs hit.delta
plot hit.FN in kN, hit.delta in um vs t in us { title = "EVIL" }
:view"""


class Frame(chromium.Page):
    """One frame of a page, whether it has a process of its own or shares that of the page."""

    def __init__(self, page, session, context=None):  # pylint: disable=super-init-not-called
        self.browser, self.session, self.context, self.server = page.browser, session, context, None

    def evaluate(self, expression):
        more = {"contextId": self.context} if self.context else {}
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, **more)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description"))
        return answer["result"].get("value")

    def is_inner(self):
        try:
            return self.evaluate("location.href === 'about:srcdoc'")
        except RuntimeError:  # a document that has gone
            return False


def frames_of(page, path, count):
    """Opens the page; its frames, in their order, once all are ready."""
    page.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
    page.open(path, ready=False)
    end, found, known = time.monotonic() + chromium.LIMIT, {}, {page.session}
    while time.monotonic() < end and len(found) < count:
        page.evaluate("1")  # lets events come
        for event in list(page.browser.events):
            params = event["params"]
            if event["method"] == "Target.attachedToTarget" and params["sessionId"] not in known:
                known.add(params["sessionId"])
                frame = Frame(page, params["sessionId"])
                for domain in ("Runtime", "Log", "Network"):
                    frame.call(domain + ".enable")
                found[params["targetInfo"]["targetId"]] = frame
            if event["method"] == "Runtime.executionContextCreated" and event.get("sessionId") == page.session:
                of = params["context"].get("auxData", {})
                frame = Frame(page, page.session, params["context"]["id"])
                if of.get("isDefault") and frame.is_inner():
                    found[of["frameId"]] = frame
        time.sleep(0.05)
    check(len(found) == count, "%d frames of %d" % (len(found), count))
    frames = list(found.values())
    # Plots are drawn once the browser has told them how large they are.
    drawn = "document.documentElement.dataset.ready === 'true' && (!window.mbsPlot || mbsPlot.plots.every(p => p.hand && p.inView))"
    while time.monotonic() < end and not all(f.evaluate(drawn) for f in frames):
        time.sleep(0.05)
    return sorted(frames, key=lambda frame: frame.evaluate("window.mbsReport ? 9 : window.mbsPlot.data.items[0].curves.length"))


def the_plots(loop, times):
    """A drawing with its tools; the pointer reads it, and its curves are those of the data."""
    for frame, curves in ((loop, 1), (times, 2)):
        seen = frame.evaluate("(() => { const p = mbsPlot.plots[0]; return {curves: document.querySelectorAll('.curve:not(.strong)').length, points: p.spec.curves[0].y.length,"
                              " most: Math.max(...p.spec.curves[0].y), tools: document.querySelectorAll('.tools .chip').length, wide: document.documentElement.scrollWidth <= innerWidth,"
                              " tall: document.documentElement.scrollHeight <= innerHeight}; })()")
        check(seen["curves"] == curves and seen["points"] > 30 and seen["tools"] == 4, "a plot: %r" % seen)
        check(seen["wide"] and seen["tall"], "a plot is larger than its frame: %r" % seen)
    near_peak = "(() => { const p = mbsPlot.plots[0], c = p.spec.curves[0], k = c.y.indexOf(Math.max(...c.y)); p.read(p.px(c.x[k]), p.py(c.y[k])); return [p.marks.map(m => m.y), mbsPlot.clock.t, c.t[k]]; })()"
    marks, clock, at = times.evaluate(near_peak)
    check(len(marks) == 2 and clock == at, "the pointer reads a plot: %r at %r, %r" % (marks, clock, at))
    most = times.evaluate("Math.max(...mbsPlot.plots[0].spec.curves[0].y)")
    check(abs(marks[0] - most) < 1e-6 * most and 9.8 < most < 10, "its value: %r of %r" % (marks, most))
    check("<script>" in times.evaluate("document.querySelector('.plot-title').textContent"), "a title as it is written")


def the_run(view):
    seen = view.evaluate("(() => { const app = mbsReport.app; return {plots: app.plots.length, contact: app.run.contacts[0].name, script: document.querySelector('.script').textContent,"
                         " t: app.clock.t, hardest: app.run.hardest}; })()")
    check(seen["plots"] == 2 and seen["contact"] == "hit" and "flores" in seen["script"], "a run: %r" % seen)
    check(9800 < seen["hardest"] < 10000 and seen["t"] > 0, "a run: %r" % seen)
    ink = view.evaluate("(() => { const c = document.querySelector('canvas.scene'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data,"
                        " s = new Set(); for (let i = 0; i < d.length; i += 64) s.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return s.size; })()")
    check(ink > 8, "the stage is empty")
    mark = view.evaluate("(() => { const app = mbsReport.app, p = app.plots[1]; p.root.scrollIntoView(); p.bringUp(); app.clock.set(5e-4, 'test'); p.update(5e-4, true); return [app.clock.t, p.marks.length]; })()")
    check(mark == [5e-4, 2], "one clock for stage and plots: %r" % mark)


browser_path = chromium.find()
if not browser_path:
    print("skipped: there is no Chromium (Debian: apt-get install chromium)")
    sys.exit(77)
kernel = kernels.start(program, str(root))
code = CELLS.replace("EVIL", kernels.EVIL)
messages, reply = kernels.cell(kernel, code)
check(reply["status"] == "ok", "the cell: %r" % messages[-2:])
shown = "".join(display["text/html"] for display in kernels.displays(messages))
kernel.do_shutdown(False)
browser = chromium.Browser(browser_path)
try:
    with tempfile.TemporaryDirectory() as place:
        notebook = pathlib.Path(place) / "notebook.html"
        notebook.write_text("<!doctype html><meta charset=utf-8><body>" + shown)
        page = chromium.Page(browser, 960, 1600)
        loop, times, view = frames_of(page, notebook, 3)
        the_plots(loop, times)
        the_run(view)
        # What would be written into the address is due before a later timer of the same page.
        view.evaluate("new Promise(done => setTimeout(done, 201))")
        check(page.evaluate("window.hacked === undefined") and times.evaluate("window.hacked === undefined"), "text of a cell was run")
        for frame in (page, loop, times, view):
            check(frame.problems() == [], "problems: %r" % frame.problems())
        # Readers that leave frames out show the picture.
        notebook.write_text("<!doctype html><meta charset=utf-8><body>" + "".join(part.split("<iframe")[0] for part in shown.split("</iframe>")))
        page.open(notebook, ready=False)
        size = page.evaluate("(() => { const i = document.querySelector('img'); return [i.naturalWidth, i.complete]; })()")
        check(size == [720, True], "the picture behind a frame: %r" % size)
finally:
    browser.close()
sys.exit(1 if checks.failures else 0)
