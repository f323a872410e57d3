"""What can be used on a page of any width, and what its lists and words say. Usage: controls_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import json
import pathlib
import sys

import browser as chromium
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
THIN = "\u202f"


def report(name, text=None, *options):
    """Of an example, or of a text."""
    return chromium.run_with_report(program, root, folder, name, text, *options)[0]


def words(page, selector):
    return page.evaluate("[...document.querySelectorAll(%s)].map(e => e.textContent)" % json.dumps(selector))


def seen(page, selector):
    return page.evaluate("[...document.querySelectorAll(%s)].filter(e => e.checkVisibility() && e.getClientRects().length).map(e => e.textContent)" % json.dumps(selector))


def overlap(page, what):
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(wide <= 0, "%s: %d px too wide" % (what, wide))


def narrow(page):
    """Whatever there is no room for waits behind three dots, and works from there."""
    path = report("slider_crank")
    for width, chip in ((1440, True), (1000, True), (800, False), (390, False)):
        page.size(width, 844)
        page.open(path)
        check(("Slow at contact" in seen(page, ".deck .chip")) == chip, "%d px: in sight: %r" % (width, seen(page, ".deck .chip")))
        check(bool(seen(page, ".deck .dots")) != chip, "%d px: the dots: %r" % (width, seen(page, ".deck .dots")))
    page.evaluate("%s.later.all()" % APP)
    page.click(*page.evaluate("(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.deck .dots').getBoundingClientRect())"))
    check("Slow at contact" in seen(page, ".further-keys .chip"), "behind the dots: %r" % seen(page, ".further-keys *"))
    check("contacts, up to 45.9" + THIN + "kN" in "".join(seen(page, ".arrow-words")), "what arrows are: %r" % seen(page, ".arrow-words"))
    overlap(page, "the keys")
    page.click(*page.evaluate("(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.further-keys .chip').getBoundingClientRect())"))
    check(page.evaluate("%s.clock.slowAtContact" % APP) is False, "it can be switched")
    check(seen(page, ".plot .tools .chip") == [], "tools that nobody asked for: %r" % seen(page, ".plot .tools .chip"))
    box = page.box(".plot .dots")
    page.click(box["x"], box["y"])
    check(seen(page, ".plot .tools .chip") == ["log x", "log y", "SVG", "CSV"], "tools of one plot: %r" % seen(page, ".plot .tools .chip"))
    overlap(page, "the tools")
    box = page.box(".plot .tools .chip", 1)
    page.click(box["x"], box["y"])
    check(page.evaluate("%s.plots[0].log.y" % APP), "a logarithmic axis")
    page.size(1440)


def conditions(page):
    """Where two lines of an expectation stand beside each other on a phone, both can be read."""
    page.size(390, 844)
    page.open(report("worn_four_bar"))
    least = page.evaluate("Math.min(...[...document.querySelectorAll('.expects .cond')].map(e => e.getBoundingClientRect().width))")
    check(least > 120, "conditions have %g px" % least)
    overlap(page, "expectations")
    page.size(1440)


def lists(page):
    """The keys belong to the page again once a list has been chosen from; who came to it by Tab has its own keys, and no others."""
    page.size(1440)
    page.open(report("slider_crank"))
    choose = "(list => { %s list.focus(); list.value = 200; list.dispatchEvent(new Event('change')); return document.activeElement === list; })(%s.slowSelect)"
    pointed = "list.dispatchEvent(new PointerEvent('pointerdown'));"
    check(page.evaluate(choose % (pointed, APP)) is False and page.evaluate("%s.clock.slow" % APP) == 200, "a list that was pointed at keeps the focus")
    clock = lambda: page.evaluate("%s.clock.t" % APP)
    page.key("Home")
    check(clock() == 0, "Home after a choice: %g" % clock())
    page.key(" ", "Space")
    check(page.evaluate("%s.clock.playing" % APP), "space after a choice")
    page.key(" ", "Space")
    check(page.evaluate(choose % ("", APP)) is True, "a list that was reached by Tab lost the focus")
    page.evaluate("%s.clock.set(0, 'test')" % APP)
    page.key("n")
    first = page.evaluate("%s.run.impactTimes[0]" % APP)
    check(clock() == first, "n beside a list: %g" % clock())
    page.key("ArrowRight")
    page.key("End")
    check(clock() == first and page.evaluate("%s.slowSelect.value" % APP) != "200", "its own keys: %g" % clock())
    page.key("Escape")
    page.key("End")
    check(clock() == page.evaluate("%s.run.to" % APP), "keys after Escape: %g" % clock())


PASSES = """mbs 1
param v = 1 m/s
param p = 1
body ball { mass = 1 kg, inertia = 1 kg*m^2, velocity = (v, 0 m/s) }
sweep v in linspace(1 m/s, 30 m/s, 30) {
  simulate 1 s
  plot ball.x vs t
}
"""


def legends(page):
    """Thirty passes are a few entries and how many more, which fold out; the run on the stage is among them."""
    page.open(report("passes", PASSES))
    entries = lambda: [w for w in seen(page, ".legend .entry, .legend .rest")]
    check(len(entries()) == 9 and entries()[-1] == "and 22 more", "folded: %r" % entries())
    page.evaluate("%s.choose(19)" % APP)
    check(any("v = 20 m/s" in e for e in entries()) and entries()[-1] == "and 22 more", "the run on the stage: %r" % entries())
    page.evaluate("document.querySelector('.legend .rest').click()")
    check(len(entries()) == 31 and entries()[-1] == "fewer", "unfolded: %d" % len(entries()))
    page.evaluate("document.querySelector('.legend .rest').click()")
    check(len(entries()) == 9, "folded again: %r" % entries())


def depths(page):
    """Near-equal lines at the end are one, from the least to the most: figures are those of `-v`, by hand."""
    page.open(report("ratchet"))
    rows = dict(page.evaluate("[...document.querySelectorAll('footer dl > div')].map(e => [e.querySelector('dt').textContent, [...e.querySelectorAll('p')].map(p => p.textContent)])"))
    check(len(rows["Tolerance"]) == 2, "lines: %r" % rows["Tolerance"])
    line = rows["Tolerance"][-1].replace(THIN, " ")
    check("at push[1] and 47 more a blow of 1.94 g to 38.8 g with 1 m/s would go 44.1 µm to 197 µm deep, the least at push[11]" in line, "the depths: %r" % line)


def energies(page):
    """The values below the plot are those of its curves at the clock's instant; kinetic and potential of a fall add up to nothing."""
    page.open(report("fall", "mbs 1\nworld planar { gravity = (0, -10) m/s^2 }\nbody ball { mass = 2 kg, inertia = 1 kg*m^2 }\nsimulate 1 s\n"))
    page.evaluate("%s.later.all()" % APP)
    for t, kinetic in ((0, "0" + THIN + "J"), (0.5, "25" + THIN + "J"), (1, "100" + THIN + "J")):
        page.evaluate("%s.clock.set(%g, 'test')" % (APP, t))
        shown = dict(page.evaluate("[...document.querySelectorAll('#energy .values > div')].map(e => [e.querySelector('dt').textContent, e.querySelector('dd').textContent])"))
        check(shown == {"kinetic": kinetic, "potential": "0" + THIN + "J" if t == 0 else "\u2212" + kinetic}, "at %g s: %r" % (t, shown))


ROW = """mbs 1
world planar { gravity = (0, 0) m/s^2 }
body a { shape = sphere(10 mm), mass = 1 kg, at = (-50 mm, 0 m), velocity = (1 m/s, 0 m/s) }
body b { shape = sphere(10 mm), mass = 1 kg }
body c { shape = sphere(10 mm), mass = %s, at = (20 mm, 0 m) }
contact ab: a to b { law = %s }
contact bc: b to c { law = %s }
simulate 0.1 s
"""


def causes(page):
    """A ball that lies on another is struck through it: why it was hard names that blow."""
    page.open(report("row", ROW % ("3 kg", "newton(0.5)", "newton(1)")))
    page.evaluate("%s.later.all()" % APP)
    why = words(page, "#contact-1 .why")
    check(why and "At the same instant ab strikes, with" in why[0] and why[0].count("on the same b.") == 1, "why: %r" % why)
    check(not any("same instant" in text for text in words(page, "#contact-0 .why")), "the first one has no other cause: %r" % words(page, "#contact-0 .why"))


def apart(page):
    """Parts that come together without speed and part with some have an infinite restitution, by its definition."""
    text = ROW % ("3 kg", "hertz(K = 1e8 N/m^1.5)", "hertz(K = 1e8 N/m^1.5)")
    page.open(report("apart", text.replace("at = (20 mm", "at = (19.999 mm")))
    page.evaluate("%s.later.all()" % APP)
    cells = page.evaluate("[...document.querySelectorAll('#contact-1 .log tbody tr')].map(e => e.cells[5].textContent)")
    check(cells[0] == "\u221e" and 1 < float(cells[1]) < 100, "restitution: %r" % cells)
    check(any("\u221e where the parts come together without speed and are pushed apart (no. 1)" in w for w in words(page, "#contact-1 .hint")), "its words: %r" % words(page, "#contact-1 .hint"))


def heads(page):
    """Long heads of a script's table fold where their words are joined, so that it needs no scroll bar; short ones stay whole."""
    page.open(report("heads", "mbs 1\ntable { the_first_of_two_long_headings = [1, 2], the_second_of_two_long_headings = [3, 4], v_out = [5, 6] }\n"))
    for width in (1440, 390):
        page.size(width, 844)
        wide = page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.scroll'))")
        check(wide <= 0, "%d px: the table is %d px too wide" % (width, wide))
    lines = page.evaluate("[...document.querySelectorAll('th button > span:first-child')].map(e => new Set([...e.getClientRects()].map(b => b.top)).size + '/' + Math.round(e.getBoundingClientRect().height))")
    high = [int(line.split("/")[1]) for line in lines]
    check(high[0] > 1.5 * high[2] and high[1] > 1.5 * high[2], "heads: %r" % lines)
    page.size(1440)


def saved(page):
    """A saved picture has the minus of print, numbers to be read on are plain."""
    page.open(report("falling", "mbs 1\nworld planar { gravity = (0, -10) m/s^2 }\nbody ball { mass = 2 kg, inertia = 1 kg*m^2 }\nsimulate 1 s\nplot ball.y vs t\n"))
    files = page.evaluate("""(async () => {
      const files = [], make = URL.createObjectURL;
      URL.createObjectURL = blob => { files.push(blob); return make.call(URL, blob); };
      for (const name of ['SVG', 'CSV']) [...document.querySelectorAll('.plot .tools .chip')].find(e => e.textContent === name).click();
      URL.createObjectURL = make;
      return Promise.all(files.map(f => f.text())); })()""")
    check("\u22121" in files[0] and ">-" not in files[0], "the picture: %r" % files[0][:200])
    check(",-5" in files[1] and "\u2212" not in files[1], "the numbers: %r" % files[1][-60:])


def glasses(page):
    """Beside a looking glass stand the whole name of its contact, and what is magnified by how much."""
    for example, width in (("gears", 1440), ("gears", 390), ("worn_four_bar", 1440), ("worn_four_bar", 390)):
        page.open(report(example))
        page.size(width, 844)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        cut = page.evaluate("[...document.querySelectorAll('.read:not([hidden]) .name')].map(e => [e.textContent, e.firstChild.scrollWidth - e.firstChild.clientWidth])")
        check(cut and all(off <= 0 and "gap \u00d7 " in text for text, off in cut), "%s on %d px: names are cut: %r" % (example, width, cut))
    page.size(1440)


def left_out(page):
    """A page that has no room for its motion says so, and what gives it room; all else is there."""
    page.open(report("slider_crank", None, "--report-size", "330kB"))
    rows = dict(page.evaluate("[...document.querySelectorAll('footer dl > div')].map(e => [e.querySelector('dt').textContent, e.querySelector('dd').textContent])"))
    check("the motion of the run is left out" in rows.get("Size", ""), "the end: %r" % rows)
    check(words(page, "#no-motion") == ["there is no motion to show: it was left out so that this page stays small; --report-size allows more"], "at its place: %r" % words(page, "#no-motion"))
    check(len(seen(page, "tr.pick")) > 0 and seen(page, ".expects li") != [], "its impacts and expectations")


with chromium.tested_page() as (page, folder):
    for test in (narrow, conditions, lists, legends, depths, energies, causes, apart, heads, saved, glasses, left_out):
        test(page)
