"""What a page shows where, asked in the browser: blows of rigid parts, lenses, lanes, labels, rails. Usage: looks_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import pathlib
import subprocess
import sys

import browser as chromium
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
WARM = """(app => { const c = app.canvas, d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;
  for (let i = 0; i < d.length; i += 4) if (d[i] > 195 && d[i + 1] > 50 && d[i + 1] < 85 && d[i + 2] < 40) ++n; return n; })(%s)""" % APP


def report(example):
    path = folder / (example + ".html")
    if not path.exists():
        done = subprocess.run([program, "run", str(root / "examples" / (example + ".mbs")), "--out", str(folder), "--report", str(path)],
                              capture_output=True, text=True)
        check(done.returncode == 0, "%s: exit %d\n%s" % (example, done.returncode, done.stderr))
    return path


def text(page, selector):
    return page.evaluate("[...document.querySelectorAll('%s')].map(e => e.textContent)" % selector)


def set_clock(page, t):
    page.evaluate("%s.clock.set(%r, 'test')" % (APP, t))


def blows(page):
    """Rigid parts strike without a force: their blows are told by impulses, and seen for a moment."""
    page.open(report("rigid_ball"))
    facts = page.evaluate("(c => ({rigid: c.rigid, first: c.impacts[0].impulse, last: c.impacts[c.impacts.length - 1].blow, impulse: c.impacts[c.impacts.length - 1].impulse, struck: c.struck,"
                          " weight: c.hardest, t: c.impacts.slice(0, 5).map(i => i.t)}))(%s.run.contacts[0])" % APP)
    v = (2 * 9.81) ** 0.5
    check(facts["rigid"] and abs(facts["struck"] - 1.8 * v) < 1e-6, "the hardest blow is m (1 + e) v: %r" % facts)
    check(facts["impulse"] > 5 and facts["last"] == 0, "what the ball's weight gives while it rests is no blow: %r" % facts)
    check(abs(facts["weight"] - 9.81) < 1e-3, "its weight, when it rests: %r" % facts)
    lane = text(page, ".lane text")
    check(any("N·s" in words for words in lane) and "never" not in lane, "the lane's scale: %r" % lane)
    strokes = page.evaluate("document.querySelector('.lane .blows').getAttribute('d').split('M').slice(1).map(d => Number(d.split('v')[1]))")
    tall = page.evaluate("(m => m / 0.8)(%r)" % -strokes[1])
    check(abs(-strokes[0] / tall - 1) < 0.05 and all(a < b for a, b in zip(strokes, strokes[1:5])), "strokes fall off by 0.8: %r" % strokes[:5])
    check("no. 1: 7.973\u202fN·s" in text(page, ".gist")[0], "in words: %r" % text(page, ".gist"))
    heads = text(page, ".contact th button")
    check("blowN·s" in heads and not any("largest force" in h for h in heads), "the log: %r" % heads)
    for t in facts["t"]:
        set_clock(page, t)
        check(page.evaluate(WARM) > 100, "the blow at %g s is not seen" % t)
        set_clock(page, t - 0.01)
        check(page.evaluate(WARM) == 0, "before the blow at %g s there is its colour" % t)
    factor = page.evaluate(APP + ".lenses[0].factor()")
    check(factor < 2e4, "the lens enlarges %g times" % factor)
    set_clock(page, 4.9)
    check(page.evaluate(WARM) > 100, "the ball that rests is pressed")
    check("null" not in page.evaluate("document.body.innerText.split('\\n')"), "a missing part is shown as a word")


def soft_impacts(page):
    """The slider-crank's hardest impact, and why, stand on the first screen."""
    page.open(report("slider_crank"))
    words = text(page, ".why")[0]
    log = page.evaluate(APP + ".run.contacts[0].impacts.map(i => [i.v_in, i.F_max, i.t, i.t_end])")
    hardest = max(range(len(log)), key=lambda n: log[n][1])
    fastest = max((n for n in range(len(log)) if n != hardest), key=lambda n: log[n][0])
    check(log[hardest][0] > log[fastest][0] and "begins fastest of all 45, at " in words and "; the next, no. %d," % (fastest + 1) in words, "why: %r" % words)
    check(("%.3g" % log[fastest][0]) in words, "the speed of the next: %r" % words)
    second = max((n for n in range(len(log)) if n != hardest), key=lambda n: log[n][1])
    check("The second hardest, no. %d, begins at %.4g" % (second + 1, log[second][0]) in words, "the second: %r" % words)
    for place in (".crown a.src", ".contact .gist a.src"):
        told = page.evaluate("(a => [a.textContent, a.title, document.querySelector(a.getAttribute('href')).innerText])(document.querySelector('%s'))" % place)
        check(told[0] == "beyond its law: W0601" and "plastic flow is likely" in told[1] and "W0601" in told[2], "what its law is not made for: %r" % told)
    box = page.evaluate("(b => [b.top, b.bottom, innerHeight - document.querySelector('.deck').offsetHeight])(document.querySelector('.crown').getBoundingClientRect())")
    check(0 < box[0] and box[1] < box[2], "what was hardest stands below the first screen: %r" % box)


def lenses(page):
    """Of many contacts those that touch are under the lenses, until the hand chooses."""
    page.open(report("geneva"))
    seen = page.evaluate("""(app => { const wrong = []; let touching = 0; for (let i = 0; i < 60; ++i) {
      const t = app.run.from + (app.run.to - app.run.from) * (i + 0.5) / 60; app.clock.set(t, 'test');
      const closed = app.run.contacts.filter(c => c.episode(t) >= 0).map(c => c.index), shown = app.lensed;
      if (closed.length) ++touching;
      if (closed.length && !closed.some(c => shown.includes(c))) wrong.push(t);
      if (closed.length >= 2 && !shown.every(c => closed.includes(c))) wrong.push(t);
    } return {wrong, touching}; })(%s)""" % APP)
    check(seen["touching"] > 40 and not seen["wrong"], "no lens on what touches: %r" % seen)
    kept = page.evaluate("(app => { app.focus(app.ranked[0].index); const was = app.lensed.join(); for (let i = 0; i < 20; ++i) app.clock.set(app.run.to * i / 20, 'test'); return was === app.lensed.join(); })(%s)" % APP)
    check(kept, "what the hand chose is left")


def lanes(page):
    """Lanes leave the picture its room, have scales, and nothing lies on anything."""
    for width, height in ((1440, 900), (390, 844)):
        page.size(width, height)
        for example in ("geneva", "andrews_squeezer", "newtons_cradle", "slider_crank"):
            page.open(report(example))
            what = "%s on %d px" % (example, width)
            deck = page.evaluate("document.querySelector('.deck').offsetHeight")
            check(deck <= 0.26 * height, "%s: the deck takes %d px" % (what, deck))
            wide = page.evaluate("document.querySelector('.lane').getBoundingClientRect().width")
            check(wide >= (0.5 if width > 1000 else 0.85) * width, "%s: lanes are %d px wide" % (what, wide))
            cut = page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.angle'))")
            check(cut <= 0, "%s: the angle is cut off: %r" % (what, text(page, ".angle")))
            crossed = page.evaluate("""(() => { const all = [...document.querySelectorAll('.lane text')].map(e => [e.textContent, e.getBoundingClientRect()]), bad = [];
              all.forEach(([a, p], i) => all.slice(0, i).forEach(([b, q]) => {
                if (p.left < q.right + 3 && q.left < p.right + 3 && p.top < q.bottom - 4 && q.top < p.bottom - 4) bad.push(a + ' on ' + b); }));
              return bad; })()""")
            check(crossed == [], "%s: %r" % (what, crossed))
        for example in (("geneva", "rigid_die") if width < 1000 else ("geneva",)):
            page.open(report(example))
            opened = page.evaluate("""(() => { document.querySelector('.more-lanes').click(); const rows = document.querySelector('.lanes .rows'), right = rows.getBoundingClientRect().left + rows.clientWidth;
              const times = [...document.querySelectorAll('.lane-scale text')].map(e => e.getBoundingClientRect()), seen = b => document.elementFromPoint(b.left + b.width / 2, b.bottom + 1) !== null && b.bottom <= innerHeight && b.height > 0;
              return {times: times.filter(seen).length, cut: [...rows.querySelectorAll('.lane text')].filter(e => e.getBoundingClientRect().right > right).map(e => e.textContent)}; })()""")
            check(opened["times"] >= 2 and opened["cut"] == [], "%s on %d px, lanes opened: %r" % (example, width, opened))
    page.size(1440, 900)


def stage(page):
    """All that is drawn lies in the picture, rails go as far as what slides on them, names lie on no rail and on no other name."""
    page.open(report("implicit_law"))
    ring = page.evaluate("(app => { const s = app.stage, p = app.run.bodies[0].parts[0], k = s.camera.scale; s.draw(app.canvas.getContext('2d'), {...app.placed.scene}, 0);"
                         " const [x, y] = s.pixel(0, p.at); return [x - 1.34 * p.radius * k - s.frame.x, s.frame.x + s.frame.w - x - 1.34 * p.radius * k]; })(%s)" % APP)
    check(min(ring) >= 0, "the bearing's ring goes over the edge: %r" % ring)
    page.open(report("spatial_slider_crank"))
    rail = page.evaluate("(app => { const s = app.stage, j = app.run.joints.find(j => j.symbol === 'rail'); let low = 9, high = -9;"
                         " for (let i = 0; i <= 200; ++i) { const x = app.run.pose(3, app.run.to * i / 200)[0]; low = Math.min(low, x); high = Math.max(high, x); }"
                         " return {travel: s.travels.get(j), low, high}; })(%s)" % APP)
    check(abs(rail["travel"][0] - rail["low"]) < 2e-3 and abs(rail["travel"][1] - rail["high"]) < 2e-3, "the rail goes with the slider: %r" % rail)
    for example in ("slider_crank", "four_bar", "newtons_cradle", "bricard", "andrews_squeezer"):
        page.open(report(example))
        found = page.evaluate("""(app => { const bad = [], s = app.stage; for (let i = 0; i < 20; ++i) {
          app.clock.set(app.run.from + (app.run.to - app.run.from) * (i + 0.5) / 20, 'test');
          const boxes = s.labels;
          boxes.forEach((a, k) => boxes.slice(0, k).forEach(b => { if (a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h) bad.push(a.text + ' on ' + b.text); }));
          for (const g of s.guides) for (const [p, q] of g.rails()) {
            for (const a of boxes) if (Math.abs(p[1] - q[1]) < 1 && a.y < p[1] && p[1] < a.y + a.h && a.x < Math.max(p[0], q[0]) && a.x + a.w > Math.min(p[0], q[0])) bad.push(a.text + ' on a rail');
          }
        } return {bad: [...new Set(bad)], count: s.labels.length}; })(%s)""" % APP)
        check(found["count"] >= 3 and found["bad"] == [], "%s: %r" % (example, found))


def found(page):
    """At the first instant bodies are large enough to be known, all that have room are named, and nothing lies on a name."""
    for width, height in ((1440, 900), (390, 844)):
        page.size(width, height)
        for example in ("catapult", "woodpecker", "side_spin", "geneva", "newtons_cradle", "own_law", "loose_guide", "spatial_slider_crank"):
            page.open(report(example))
            seen = page.evaluate("""(app => { const s = app.stage, frame = app.placed.scene, top = document.querySelector('.stage').getBoundingClientRect(), bad = [];
              const [low, high] = s.following.box(app.clock.t), size = high.map((x, k) => (x - low[k]) * s.camera.scale);
              const boxes = [...s.labels.map(l => ({text: l.text, left: l.x + top.left, top: l.y + top.top, right: l.x + l.w + top.left, bottom: l.y + l.h + top.top})),
                ...[...document.querySelectorAll('.read:not([hidden]), .arrow-of, .stage .chip:not([hidden]), .passes select')].map(e => ({...e.getBoundingClientRect().toJSON(), text: e.textContent.slice(0, 12)})).filter(b => b.right > b.left)];
              boxes.forEach((p, i) => boxes.slice(0, i).forEach(q => { if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) bad.push(p.text + ' on ' + q.text); }));
              const names = app.run.bodies.slice(1).filter(b => b.parts.length).map(b => s.labelling.short.get(b.name) || b.name), shown = s.labels.map(l => l.text);
              return {bad, part: Math.max(size[0] / frame.w, size[1] / frame.h), nameless: names.filter(n => !shown.includes(n)), wide: document.documentElement.scrollWidth - innerWidth}; })(%s)""" % APP)
            what = "%s on %d px" % (example, width)
            check(seen["part"] > 0.24, "%s: bodies take %g of the stage" % (what, seen["part"]))
            check(seen["bad"] == [] and seen["nameless"] == [] and seen["wide"] <= 0, "%s: %r" % (what, seen))
    page.size(1440, 900)


def follows(page):
    """Bodies that are small beside their way stay in the picture, as large as they are; the whole can be asked for."""
    ways = """(app => { const s = app.stage, frame = app.placed.scene, out = [], scales = []; for (let i = 0; i < 20; ++i) {
      app.clock.set(app.run.from + (app.run.to - app.run.from) * (i + 0.5) / 20, 'test');
      scales.push(s.camera.scale);
      app.run.bodies.forEach((body, b) => { if (!body.track || body.fixed) return;
        const [x, y] = s.pixel(b, [0, 0, 0]); if (x < frame.x || x > frame.x + frame.w || y < frame.y || y > frame.y + frame.h) out.push(body.name + ' at ' + app.clock.text()); });
    } return {out, least: Math.min(...scales), most: Math.max(...scales)}; })(%s)""" % APP
    chip = "[...document.querySelectorAll('.chips .chip')].find(e => e.textContent === 'Follow')"
    pressed = "(e => e.hidden ? null : e.getAttribute('aria-pressed'))(%s)" % chip
    for example, grows in (("catapult", True), ("woodpecker", False), ("side_spin", False)):
        page.open(report(example))
        near = page.evaluate(ways)
        check(page.evaluate(pressed) == "true" and near["out"] == [], "%s: out of the picture: %r" % (example, near))
        check((near["most"] > 3 * near["least"]) == grows, "%s: scales from %g to %g" % (example, near["least"], near["most"]))
        page.evaluate(chip + ".click()")
        whole = page.evaluate(ways)
        check(page.evaluate(pressed) == "false" and whole["out"] == [] and whole["most"] == whole["least"] and whole["most"] < near["most"] / 3, "%s: the whole: %r" % (example, whole))
    page.open(report("rigid_ball"))
    check(page.evaluate(pressed) == "false", "a ball above its floor is seen with it")
    page.open(report("slider_crank"))
    check(page.evaluate(pressed) is None, "nothing to follow")


def dust(page):
    """What rounding leaves in a table is pale and short, and told in full where the pointer rests."""
    script = folder / "dust.mbs"
    script.write_text("mbs 1\nbody b { mass = 1 kg, inertia = 1 kg*m^2, at = (1, 0) m }\nsimulate 1 s\ntable every 0.5 s { t, x = 3.14159e-17 + t / 1 s, small = 3.14159e-17 * t / 1 s }\n")
    path = folder / "dust.html"
    subprocess.run([program, "run", str(script), "--report", str(path)], check=True, stdout=subprocess.DEVNULL)
    page.open(path)
    cells = page.evaluate("[...document.querySelectorAll('td')].map(e => [e.textContent, e.className, e.firstChild.title])")
    check(cells[1] == ["3.1e\u221217", "dust", "3.14159e\u221217"], "beside larger ones: %r" % cells)
    check(cells[8][:2] == ["3.142e\u221217", ""], "where all are small they are values: %r" % cells)


def readouts(page):
    """Curves that meet have read-outs that do not lie on each other, at the lower end of a plot, too."""
    page.open(report("loose_guide"))
    bad = page.evaluate("""(app => { const bad = []; for (let i = 0; i < 12; ++i) { app.clock.set(app.run.from + (app.run.to - app.run.from) * i / 12, 'test');
      document.querySelectorAll('.plot').forEach(plot => { const all = [...plot.querySelectorAll('.tag')].map(e => [e.textContent, e.getBoundingClientRect()]).filter(([, b]) => b.width > 0);
        all.forEach(([a, p], i) => all.slice(0, i).forEach(([b, q]) => { if (p.left < q.right && q.left < p.right && Math.abs(p.top - q.top) < 10) bad.push(a + ' on ' + b); })); });
    } return bad; })(%s)""" % APP)
    check(bad == [], "read-outs: %r" % bad)


def work(page):
    """What is not in view is not drawn anew, and is right when it comes into view."""
    page.open(report("geneva"))
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))")
    seen = page.evaluate("""(async app => { const far = app.runPlots[app.runPlots.length - 1]; let near = 0, away = 0;
      const count = add => { const o = new MutationObserver(list => add(list.length)); return o; };
      const all = [[app.plots[0].root, n => { near += n; }], [far.root, n => { away += n; }]].map(([e, add]) => { const o = count(add); o.observe(e, {subtree: true, childList: true, attributes: true, characterData: true}); return o; });
      for (let i = 0; i < 50; ++i) { app.clock.set(app.run.from + (app.run.to - app.run.from) * (i + 0.3) / 50, 'test'); await Promise.resolve(); }
      all.forEach(o => o.disconnect());
      const late = far.late; far.root.scrollIntoView();
      await new Promise(done => setTimeout(done, 300));
      const dot = far.root.querySelector('.dot');
      return {near, away, late, still: far.late, off: Math.abs(Number(dot.getAttribute('cx')) - far.px(far.marks[0].x))}; })(%s)""" % APP)
    check(seen["near"] > 50 and seen["away"] == 0 and seen["late"], "plots that nobody sees: %r" % seen)
    check(not seen["still"] and seen["off"] < 0.01, "a plot that comes into view: %r" % seen)


with chromium.tested_page() as (page, folder):
    for test in (blows, soft_impacts, lenses, lanes, stage, found, follows, dust, readouts, work):
        test(page)
