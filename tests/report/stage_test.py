"""What the stage and the looking glass draw of bodies: shades, rails, a second run, cones, contacts that are open. Usage: stage_test.py PROGRAM ROOT

Exit 77: there is no Chromium here.
"""
import pathlib
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
# What tests ask of the canvas: colours as numbers, and how many pixels of some are in a circle.
TOOLS = """
  const app = %s, k = app.canvas.width / app.canvas.clientWidth, draw = app.canvas.getContext('2d');
  const at = (x, y) => [...draw.getImageData(Math.round(x * k), Math.round(y * k), 1, 1).data].slice(0, 3);
  const rgb = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16)), like = (a, b, slack = 6) => a.every((v, i) => Math.abs(v - b[i]) <= slack);
  const share = (p, colour) => { let n = 0, all = 0; for (let x = -p.R; x < p.R; x += 2) for (let y = -p.R; y < p.R; y += 2) if (x * x + y * y < 0.94 * p.R * p.R) { ++all; if (like(at(p.x + x, p.y + y), colour)) ++n; } return n / all; };
""" % APP


def run(name, text):
    (folder / (name + ".mbs")).write_text(text)
    return made(folder / (name + ".mbs"))


def report(example):
    return made(root / "examples" / (example + ".mbs"))


def made(script):
    path = folder / (script.stem + ".html")
    if not path.exists():
        done = subprocess.run([program, "run", str(script), "--out", str(folder), "--report", str(path)], capture_output=True, text=True)
        check(done.returncode in (0, 1), "%s: exit %d\n%s" % (script.name, done.returncode, done.stderr))
    return path


def ask(page, body):
    return page.evaluate("(() => {" + TOOLS + body + "})()")


def shades(page):
    """A body has the same shade in both; bodies that touch have different ones."""
    for example, dark, pale in (("ratchet", "wheel", "pawl"), ("woodpecker", "sleeve", "bird"), ("slider_crank", "slider", "rod")):
        page.open(report(example))
        seen = ask(page, """
          const of = name => app.stage.fillOf(app.run.bodies.findIndex(b => b.name === name)), bad = [];
          app.lenses.forEach(lens => { const i = (app.ordered || app.lenses).indexOf(lens), p = app.placed.lenses[i], s = app.stage.stateOf(lens.contact);
            if (lens.contact.clearance > 0) { const hole = rgb(app.stage.fillOf(lens.contact.bodies[lens.contact.bearing])); if (!like(at(p.x, p.y + 0.9 * p.R), hole)) bad.push(lens.contact.name + ', bearing'); return; }
            [-1, 1].forEach((side, n) => { const p1 = [p.x + 0.85 * side * p.R * s.nx, p.y - 0.85 * side * p.R * s.ny], body = lens.contact.bodies[n];
              const here = at(...p1), own = rgb(app.stage.fillOf(body)), whole = n ? own.map(v => 0.82 * v + 0.18 * 255) : own;
              if (!like(here, whole)) bad.push([app.run.bodies[body].name, here, whole]); }); });
          return {bad, dark: of('%s'), pale: of('%s')};""" % (dark, pale))
        check(seen["bad"] == [], "%s: others in the lens: %r" % (example, seen["bad"]))
        check(seen["dark"] == "#aab6c6" and seen["pale"] == "#eef2f6", "%s: %r" % (example, seen))
    # On a phone, too, where bars are some pixels wide.
    page.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=False)
    page.open(report("four_bar"))
    seen = ask(page, "return [1, 2, 3].map(b => { const ends = app.run.bodies[b].parts.find(p => p.kind === 'hull').points, q = app.stage.pixel(b, [0.7, 0.3].reduce((p, k, i) => p.map((v, n) => v + k * ends[i][n]), [0, 0])); return [-2, -1, 0, 1, 2].some(x => [-2, -1, 0, 1, 2].some(y => like(at(q[0] + x, q[1] + y), rgb(app.stage.fillOf(b))))); });")
    check(seen == [True] * 3, "bars on a phone have their shade: %r" % seen)
    page.call("Emulation.setDeviceMetricsOverride", width=1440, height=900, deviceScaleFactor=1, mobile=False)


def laid_over(page):
    """A second run that differs by a micrometre is seen on the stage, and in the lens where its journal is."""
    page.open(run("two", "mbs 1\nparam at = 0 um\nparam c = 0.1 mm\nbody pin { mass = 1 kg, inertia = 1e-4 kg*m^2, at = (at, 0 m), velocity = (0.1, 0) m/s }\n"
                  "clearance B: pin in ground { bearing = 10 mm, clearance = c, length = 10 mm, material = steel, law = flores(0.8), start = free }\n"
                  "sweep at in [0, 1] um { simulate 5 ms }\nsweep c in [0.1, 0.3] mm { simulate 5 ms }\n"))
    differ = """
      const shot = () => draw.getImageData(0, 0, app.canvas.width, app.canvas.height).data, p = () => app.placed.lenses[0];
      const count = (a, b, inside) => { let n = 0; for (let y = 0; y < app.canvas.height; ++y) for (let x = 0; x < app.canvas.width; ++x) { const i = 4 * (y * app.canvas.width + x);
        if ((Math.hypot(x / k - p().x, y / k - p().y) < p().R) === inside && Math.abs(a[i] - b[i]) > 12) ++n; } return n; };
      app.clock.set(0.5e-3, 'test'); app.ghost = -1; app.draw(); const alone = shot(), own = app.lenses[0].k;"""
    near = ask(page, differ + " app.ghost = 1; app.draw(); const both = shot(); return {lens: count(alone, both, true), stage: count(alone, both, false), k: app.lenses[0].k / own};")
    check(near["lens"] > 80 and near["stage"] > 80 and abs(near["k"] - 1) < 1e-9, "a micrometre beside it: %r" % near)
    # With three times the clearance both gaps are drawn to one scale: a third of it.
    wide = ask(page, differ + """ app.ghost = 3; app.draw(); const lens = app.lenses[0], o = lens.other, q = p(), r = 0.8 * q.R - lens.k * o.contact.clearance;
      const x = q.x + lens.k * o.state.ex, y = q.y - lens.k * o.state.ey; let on = 0;
      for (let i = 0; i < 360; ++i) { const a = i * Math.PI / 180, here = at(x + r * Math.cos(a), y + r * Math.sin(a)); if (here[0] < 150) ++on; }
      return {k: lens.k / own, on, gap: lens.k * o.contact.clearance / (0.8 * q.R)};""")
    check(abs(wide["k"] * 3 - 1) < 1e-6 and abs(wide["gap"] - 0.3) < 1e-6 and wide["on"] > 100, "a wider one: %r" % wide)
    page.open(report("ratchet"))
    check(ask(page, differ.replace("0.5e-3", "0.3") + " app.ghost = 2; app.draw(); return count(alone, shot(), false);") > 200, "another run of surfaces is not seen")
    check(ask(page, "app.ghost = 0; app.draw(); return app.over === null;"), "a run lies over itself")


def rails(page):
    """Rails reach over all of a body's way and beyond, whatever shape it has; they are as far apart as what runs between them."""
    for example in ("cam_follower", "own_law", "slider_crank"):
        page.open(report(example))
        seen = ask(page, """
          const s = app.stage, g = s.guides[0], b = g.joint.bodies[1], out = [], sides = g.rails().length;
          for (let i = 0; i <= 20; ++i) { app.clock.set(app.run.from + (app.run.to - app.run.from) * i / 20, 'test');
            const q = s.pixel(b, g.joint.at[1]);
            for (const [p0, p1] of g.rails()) { const l = Math.hypot(p1[0] - p0[0], p1[1] - p0[1]), u = ((q[0] - p0[0]) * (p1[0] - p0[0]) + (q[1] - p0[1]) * (p1[1] - p0[1])) / l;
              const part = app.run.bodies[b].parts.find(p => p.kind === 'disc'), reach = (part ? part.radius : 0) * s.camera.scale + 4;
              if (u < reach || u > l - reach) out.push([u, l, reach]); } }
          return {out, sides, apart: g.across[1] - g.across[0], size: app.run.size, sleeve: g.sleeve || 0};""")
        check(seen["out"] == [] and seen["sides"] == 2 and 0 < seen["apart"] < 0.4 * seen["size"], "%s: %r" % (example, seen))
        check((seen["sleeve"] > 0) == (example != "slider_crank"), "%s: the sleeve: %r" % (example, seen))


def apart(page):
    """Of an open contact both bodies are seen, or it says how far they are apart; the factor is that of the gap."""
    for example, least in (("geneva", 0.03), ("rigid_die", 0.03), ("loose_guide", 0.03)):
        page.open(report(example))
        seen = ask(page, """
          const bad = []; let open = 0;
          for (let i = 0; i < 40; ++i) { app.clock.set(app.run.from + (app.run.to - app.run.from) * (i + 0.5) / 40, 'test');
            (app.ordered || app.lenses).forEach((lens, n) => { const p = app.placed.lenses[n], s = app.stage.stateOf(lens.contact); if (!p || !(s.gap > 0) || lens.isFar(s)) return; ++open;
              const shares = lens.contact.bodies.map((b, side) => { const own = rgb(app.stage.fillOf(b)); return share(p, side ? own.map(v => 0.82 * v + 0.18 * 255) : own); });
              if (Math.min(...shares) < %g) bad.push([app.clock.t, lens.contact.name, s.gap, shares]);
              if (Math.abs(lens.across() * lens.k - 2 * p.R) > 1e-6 || s.gap * lens.k > 0.95 * p.R) bad.push('scale'); }); }
          return {bad, open, word: document.querySelector('.read:not([hidden]) .x').textContent};""" % least)
        check(seen["open"] > 5 and seen["bad"] == [], "%s: %r" % (example, seen))
        check(seen["word"] == "" or seen["word"].startswith("gap × "), "%s: %r" % (example, seen["word"]))


def cones(page):
    """Cones lie behind bodies, and do not cross where another order of the lenses would keep them apart."""
    page.open(report("ratchet"))
    wheel = ask(page, """
      const tint = colour => rgb(colour).map((v, i) => 0.91 * v + 0.09 * [27, 35, 48][i]), under = {own: 0, tinted: 0, beside: 0}, r = 0.026, f = app.stage.full;
      for (let x = -r; x <= r; x += r / 40) for (let y = -r; y <= r; y += r / 40) if (Math.hypot(x, y) < r) { const here = at(...app.stage.pixel(1, [x, y]));
        if (like(here, rgb(app.stage.fillOf(1)), 2)) ++under.own; else if (like(here, tint(app.stage.fillOf(1)), 3)) ++under.tinted; }
      for (let x = f.x; x < f.x + f.w; x += 4) for (let y = f.y; y < f.y + f.h; y += 4) if (like(at(x, y), [22, 33, 44], 9)) ++under.beside;
      return under;""")
    check(wheel["own"] > 2000 and wheel["tinted"] < 20 and wheel["beside"] > 400, "the wheel and its cones: %r" % wheel)
    page.open(report("woodpecker"))
    crossed = ask(page, """
      const side = (a, b, c) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])), crosses = (a, p, b, q) => side(a, p, b) * side(a, p, q) < 0 && side(b, q, a) * side(b, q, p) < 0;
      let bad = 0; for (let i = 0; i < 100; ++i) { app.clock.set(app.run.to * (i + 0.5) / 100, 'test');
        const ends = app.ordered.map(lens => app.stage.contactPixel(lens.contact, lens.contact.state(app.clock.t))), places = app.placed.lenses.map(p => [p.x, p.y]);
        if (crosses(ends[0], places[0], ends[1], places[1]) && !crosses(ends[1], places[0], ends[0], places[1])) ++bad; } return bad;""")
    check(crossed == 0, "cones cross at %d of 100 instants" % crossed)


def hidden(page):
    """An arrow that begins behind a body is dotted there."""
    page.open(report("rolling_coin"))
    part = ask(page, "const all = [], arrow = app.stage.arrow; app.stage.arrow = (a, b, hidden) => all.push(hidden); app.draw(); app.stage.arrow = arrow; return all;")
    check(len(part) == 1 and 0 < part[0] <= 1, "the coin's foot: %r" % part)
    page.open(report("slider_crank"))
    part = ask(page, "const all = [], arrow = app.stage.arrow; app.stage.arrow = (a, b, hidden) => all.push(hidden || 0); app.draw(); app.stage.arrow = arrow; return all;")
    check(part == [0], "in the plane nothing is hidden: %r" % part)


def solids(page):
    """Boxes that meet by their edges have a picture, and a lens."""
    page.open(made(root / "tests" / "golden" / "space_crossed_boxes.mbs"))
    seen = ask(page, "return {steel: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].reduce((n, i) => n + share({x: app.stage.frame.x + app.stage.frame.w * (i + 0.5) / 10, y: app.stage.frame.y + app.stage.frame.h / 2, R: 40}, rgb('#5d6b7f')), 0), lenses: app.lenses.length};")
    check(seen["steel"] > 0.01 and seen["lenses"] > 0, "boxes on their edges: %r" % seen)


def quick(page):
    """One frame takes less than 16 ms, of the slider-crank and with a second run over it."""
    page.open(report("four_bar"))
    for ghost in (-1, 2):
        took = ask(page, "app.ghost = %d; const all = []; for (let i = 0; i < 60; ++i) { const t = performance.now(); app.clock.set(app.run.to * i / 60, 'test'); all.push(performance.now() - t); } return all.sort((a, b) => a - b)[30];" % ghost)
        print("a frame: %.1f ms" % took)
        check(took < 16, "a frame takes %.1f ms" % took)


path = chromium.find_or_skip()
with tempfile.TemporaryDirectory() as name, chromium.new_page(path) as page:
    folder = pathlib.Path(name)
    for test in (shades, laid_over, rails, apart, cones, hidden, solids, quick):
        test(page)
    check(page.problems() == [], "%r" % page.problems())
sys.exit(1 if checks.failures else 0)
