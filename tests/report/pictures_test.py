"""Pages as they looked when somebody had looked at them: wide and on a phone, light, dark, on paper, in the plane and in space.

Usage: pictures_test.py PROGRAM ROOT [--bless]

Fonts and smoothing differ from machine to machine by more than what would be a mistake. So the pictures have beside them what they
were made by, browser and fonts, and where those are others the test is skipped and says so. `--bless` makes them anew: look at them.
Exit 77: there is no Chromium here, or another one.
"""
import base64
import json
import pathlib
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
bless = "--bless" in sys.argv
pictures = root / "tests" / "report" / "pictures"
ALLOWED = 0.005  # of all pixels

# Example, width, height, scheme, medium.
LOOKS = [("slider_crank", 1440, 900, "light", ""), ("slider_crank", 1440, 900, "dark", ""), ("slider_crank", 390, 844, "light", ""),
         ("slider_crank", 390, 844, "dark", ""), ("slider_crank", 794, 1123, "dark", "print"), ("loose_shaft", 1440, 900, "light", "")]

# Widths of what all pages write, in their fonts.
FONTS = """(() => { const c = document.createElement('canvas').getContext('2d');
  return ['Inter, system-ui, sans-serif', 'JetBrains Mono, ui-monospace, monospace'].flatMap(name => ['400 14px', '600 14px', '11px'].map(size => {
    c.font = size + ' ' + name; return c.measureText('Hamburgefonts 0123456789 − µm N·m ×').width.toFixed(2); })).join(' '); })()"""

# The part of pixels that differ by more than smoothing does; null if the sizes do.
DIFFERENCE = """async (one, two) => {
  const open = async data => { const image = new Image(); image.src = 'data:image/png;base64,' + data; await image.decode();
    const c = document.createElement('canvas'); c.width = image.width; c.height = image.height;
    const g = c.getContext('2d'); g.drawImage(image, 0, 0); return g.getImageData(0, 0, c.width, c.height); };
  const [a, b] = [await open(one), await open(two)];
  if (a.width !== b.width || a.height !== b.height) return null;
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const [r, g, u] = [0, 1, 2].map(k => a.data[i + k] - b.data[i + k]);
    const y = 0.299 * r + 0.587 * g + 0.114 * u, p = 0.596 * r - 0.274 * g - 0.322 * u, q = 0.211 * r - 0.523 * g + 0.312 * u;
    if (0.5053 * y * y + 0.299 * p * p + 0.1957 * q * q > 35215 * 0.01) ++count;
  }
  return count / (a.width * a.height);
}"""


def made_by(page):
    page.call("Page.navigate", url="about:blank")
    return {"browser": page.browser.call("Browser.getVersion")["product"], "fonts": page.evaluate(FONTS)}


def report(example, folder):
    path = folder / (example + ".html")
    if not path.exists():
        subprocess.run([program, "run", str(root / "examples" / (example + ".mbs")), "--out", str(folder), "--report", str(path)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def picture(page, path, width, height, scheme, medium):
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
    page.scheme(scheme == "dark")
    page.call("Page.navigate", url="about:blank")
    page.open(path)
    if medium:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.scheme(scheme == "dark", medium)
    page.evaluate("document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))")
    data = page.call("Page.captureScreenshot", format="png")["data"]
    page.scheme(scheme == "dark")
    return data


def main():
    with tempfile.TemporaryDirectory() as name, chromium.new_page(chromium.find_or_skip()) as page:
        here, known = made_by(page), pictures / "made_by.json"
        if not bless and json.loads(known.read_text()) != here:
            print("skipped: the pictures were made by another browser or with other fonts (%s here)" % here["browser"])
            sys.exit(77)
        pictures.mkdir(exist_ok=True)
        for look in LOOKS:
            data = picture(page, report(look[0], pathlib.Path(name)), *look[1:])
            file = pictures / ("%s_%d_%s.png" % (look[0], look[1], look[4] or look[3]))
            if bless:
                file.write_bytes(base64.b64decode(data))
                continue
            page.call("Page.navigate", url="about:blank")
            part = page.evaluate("(%s)(%s, %s)" % (DIFFERENCE, json.dumps(data), json.dumps(base64.b64encode(file.read_bytes()).decode())))
            check(part is not None and part <= ALLOWED, "%s: %s of its pixels are others" % (file.name, part))
        if bless:
            known.write_text(json.dumps(here, indent=1) + "\n")
        check(page.problems() == [], "problems: %r" % page.problems())


main()
sys.exit(1 if checks.failures else 0)
