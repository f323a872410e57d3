#!/usr/bin/env python3
"""What the Jupyter kernel says, asked without Jupyter. Usage: kernel_test.py PROGRAM ROOT"""
import html
import json
import os
import pathlib
import re
import signal
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

import kernel as kernels

program, root = sys.argv[1:3]
failures = []


def check(good, what):
    if not good:
        failures.append(what)
        print("FAILED: " + what[:2000])


def page_of(display):
    """The page in the frame of a display."""
    found = re.findall(r' srcdoc="([^"]*)"></iframe></div>$', display["text/html"])
    check(len(found) == 1, "one frame: " + display["text/html"][:300])
    return html.unescape(found[0]) if found else ""


def the_same_twice(code):
    """Displays of a cell, from two kernels of their own: not a byte differs."""
    both = []
    for _ in range(2):
        kernel = kernels.start(program, root)
        messages, reply = kernels.cell(kernel, code)
        check(reply["status"] == "ok", "%s: %r" % (code, messages[-2:]))
        both.append(kernels.displays(messages))
        kernel.do_shutdown(False)
    check(both[0] == both[1], "the same cell gives other bytes: " + code)
    return both[0]


def self_contained(page, what):
    check("default-src 'none'" in page and "connect-src" not in page, what + " may ask nobody")
    check(not re.search(r'(src|href)="', page.split("<script>")[0]), what + " names no other file")


def the_plot():
    (display,) = the_same_twice(kernels.SPHERES + "simulate 1 ms\nplot hit.FN vs hit.delta")
    check(list(display) == ["text/html", "text/plain", "image/svg+xml"], "forms of a plot: %r" % list(display))
    xml.etree.ElementTree.fromstring(display["image/svg+xml"])
    page = page_of(display)
    self_contained(page, "a plot")
    check(display["image/svg+xml"] in page, "without scripts the picture stands in the page")
    check('sandbox="allow-scripts allow-downloads"' in display["text/html"], "the frame is shut")
    check('<img alt="plot" src="data:image/svg+xml;base64,' in display["text/html"], "behind the frame there is the picture")
    check(len(display["text/html"]) < 250_000, "%d bytes for a small plot" % len(display["text/html"]))
    check("hit.FN" in display["text/plain"], "a plot as text: %r" % display["text/plain"])


def an_older_program():
    """A program that gives no page: the picture is shown."""
    kernel = kernels.start(program, root)
    kernel.show({"type": "plot", "text": "a plot", "svg": "<svg/>"})
    kernel.do_shutdown(False)
    check(kernels.displays(kernel.sent) == [{"text/plain": "a plot", "image/svg+xml": "<svg/>"}], "without a page: %r" % kernel.sent)


def the_run():
    """The page of a run has its scene, its plots, and its script."""
    (_, view) = the_same_twice(kernels.SPHERES + "simulate 1 ms\nplot hit.FN vs hit.delta\n:view")
    check(list(view) == ["text/html", "text/plain"], "forms of a run: %r" % list(view))
    page = page_of(view)
    self_contained(page, "a run")
    for part in ('"type":"scene"', '"type":"plot"', '"type":"run"', "contact hit: a to b"):
        check(part in page, "a run has " + part)
    check(page.index('"type":"scene"') < page.index('"type":"plot"'), "the plot belongs to the run")


def the_stage():
    """`animate` without a file shows the run, and of it first what is asked for."""
    (view,) = the_same_twice(kernels.SPHERES + "simulate 1 ms\nanimate { time = 0.2 ms .. 0.4 ms, lens = hit, trail = a }")
    page = page_of(view)
    self_contained(page, "the stage")
    check('"type":"scene"' in page and '"type":"view","from":0.0002,"to":0.0004,"slow":null,"follow":null,"lens":0,"trails":[{"body":1,"at":[0.0,0.0]}]' in page, "what is shown first: %r" % re.findall('"type":"view".{120}', page))


def the_expectations():
    """What was expected of a run is on its page as it came out last, and goes with the run."""
    kernel = kernels.start(program, root)
    kernels.cell(kernel, kernels.SPHERES + "simulate 1 ms")
    for code in ("expect hit.impacts[1].v_in > 0 m/s and count(hit.impacts) == 1", "expect count(hit.impacts) == 7", "expect count(hit.impacts) == 7"):
        kernels.cell(kernel, code)
    expects = lambda: [o for o in json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', page_of(kernels.displays(kernels.cell(kernel, ":view")[0])[0]), re.S).group(1))["items"] if o["type"] == "expect"]
    told = expects()
    check([(o["text"], o["holds"]) for o in told] == [("hit.impacts[1].v_in > 0 m/s and count(hit.impacts) == 1", True), ("count(hit.impacts) == 7", False)], "expectations: %r" % told)
    check([p["text"] for p in told[0]["parts"]] == ["hit.impacts[1].v_in > 0 m/s", "count(hit.impacts) == 1"] and told[1]["value"] == 1, "what was found: %r" % told)
    kernels.cell(kernel, "simulate 2 ms")
    check(expects() == [], "they are of the run before")
    kernel.do_shutdown(False)


def the_entries():
    """Where there is no run, where it goes into a file, where it is older than its mechanism."""
    kernel = kernels.start(program, root)
    messages, reply = kernels.cell(kernel, ":view")
    check(reply["status"] == "error" and "there is no run" in str(messages), "no run: %r" % messages)
    kernels.cell(kernel, kernels.SPHERES + "simulate 1 ms")
    with tempfile.TemporaryDirectory() as place:
        messages, reply = kernels.cell(kernel, ":view %s/run.html" % place)
        check(reply["status"] == "ok" and open(place + "/run.html").read().startswith("<!doctype html>"), "a file: %r" % messages)
        messages, reply = kernels.cell(kernel, ":view /dev/null/run.html")
        check(reply["status"] == "error" and "cannot write" in str(messages), "a folder that is not there: %r" % messages)
    kernels.cell(kernel, "body late { mass = 1 kg, inertia = 1 kg*m^2 }")
    messages, reply = kernels.cell(kernel, ":view")
    check(reply["status"] == "ok" and "body late" not in page_of(kernels.displays(messages)[0]), "a run before the change")
    for code in (":start", ":step 10 us", ":view"):
        messages, reply = kernels.cell(kernel, code)
        check(reply["status"] == "ok", "by hand, %s: %r" % (code, messages))
    check(len(kernels.displays(messages)) == 1, "a run by hand")
    messages, reply = kernels.cell(kernel, "hit.impact")
    check(reply["status"] == "error" and reply["ename"].startswith("E0"), "an error: %r" % reply)
    kernel.do_shutdown(False)


def the_sizes():
    """What many samples make is bounded, and says that it is thinned; the picture is, too."""
    kernel = kernels.start(program, root)
    code = ("body b { mass = 1 kg, inertia = 1 kg*m^2 }\ndrive d: b = (1 m * sin(300 rad/s * t) * sin(7 rad/s * t), 0 m)\n"
            "simulate 20 s { max_step = 100 us }\nplot b.x, b.vx vs t\n:view")
    messages, reply = kernels.cell(kernel, code)
    check(reply["status"] == "ok", "many samples: %r" % messages[-2:])
    plot, view = [page_of(display) for display in kernels.displays(messages)]
    coarser = [float(re.search(r'"coarser":([0-9.e+]+)', page).group(1)) for page in (plot, view)]
    print("plot %d bytes, %g times coarser; run %d bytes, %g times coarser" % (len(plot), coarser[0], len(view), coarser[1]))
    check(len(plot.encode()) <= 1_000_000 and coarser[0] > 1, "a plot of %d bytes" % len(plot))
    check(len(view.encode()) <= 5_000_000, "a run of %d bytes" % len(view))
    picture = kernels.displays(messages)[0]["image/svg+xml"]
    check(len(picture) < 300_000, "a picture of %d bytes" % len(picture))
    kernel.do_shutdown(False)


def hostile():
    """Text of a cell is text: the frame's attribute and the page's data hold it."""
    evil = kernels.EVIL
    (plot, view) = the_same_twice(kernels.SPHERES + "simulate 1 ms\nplot \"%s\" = hit.FN vs hit.delta { title = \"%s\" }\n# %s\n:view" % (evil, evil, evil))
    for display in (plot, view):
        check("<script>window.hacked" not in display["text/html"], "markup of a cell in the notebook")
        check("<script>window.hacked" not in page_of(display), "markup of a cell in the page")


SHOUTER = """#!%s
import json, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
for line in sys.stdin:
    for i in range(2000):
        print(json.dumps({"op": "output", "output": {"type": "text", "text": str(i)}}))
    print(json.dumps({"op": "execute", "status": "ok", "outputs": []}), flush=True)
"""


def interrupted():
    """Interrupts, whenever they come while a cell runs, take no line of it and no reply; between cells nobody is told of them."""
    with tempfile.TemporaryDirectory() as place:
        shouter = pathlib.Path(place) / "shouter"
        shouter.write_text(SHOUTER % sys.executable)
        shouter.chmod(0o755)
        kernel = kernels.start(str(shouter), root)
        outside = []
        signal.signal(signal.SIGINT, lambda number, frame: outside.append(number))
        ended = threading.Event()

        def press():
            while not ended.wait(0.005):
                os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=press).start()
        try:
            for _ in range(5):
                kernel.pre_handler_hook()
                before = len(outside)
                messages, reply = kernels.cell(kernel, "all")
                check(reply["status"] == "ok" and [m[1]["text"] for m in messages] == [str(i) for i in range(2000)], "%d messages, %r" % (len(messages), reply))
                check(len(outside) == before, "an interrupt went past the program")
                kernel.post_handler_hook()
            while not outside:
                time.sleep(0.001)
        finally:
            ended.set()
        kernel.do_shutdown(False)


for test in (interrupted, the_plot, an_older_program, the_run, the_stage, the_expectations, the_entries, the_sizes, hostile):
    test()
sys.exit(1 if failures else 0)
