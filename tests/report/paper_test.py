"""Reports on paper, as PDF: what belongs together stays together, no page is half empty, the lens says what the screen says.

Usage: paper_test.py PROGRAM ROOT. Exit 77: there is no Chromium, or no pdftotext and pdftoppm (Debian: poppler-utils).
"""
import base64
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import browser as chromium
import checks
from checks import check

program, root = sys.argv[1], pathlib.Path(sys.argv[2])
APP = "window.mbsReport.app"
THIN = "\u202f"


def printed(page, example):
    """The pages of a report's PDF, by their words, and how far down each of them has ink, as part of its height."""
    path, pdf = folder / (example + ".html"), folder / (example + ".pdf")
    done = subprocess.run([program, "run", str(root / "examples" / (example + ".mbs")), "--out", str(folder), "--report", str(path)], capture_output=True, text=True)
    check(done.returncode == 0, "%s: exit %d\n%s" % (example, done.returncode, done.stderr))
    page.open(path)
    data = page.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=False)["data"]
    pdf.write_bytes(base64.b64decode(data))
    words = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], capture_output=True, text=True, check=True).stdout.split("\f")[:-1]
    return words, [lowest_ink(pdf, k + 1) for k in range(len(words))]


def lowest_ink(pdf, number):
    gray = subprocess.run(["pdftoppm", "-gray", "-r", "20", "-f", str(number), "-l", str(number), str(pdf)], capture_output=True, check=True).stdout
    width, height = map(int, re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", gray).groups())
    rows = gray[-width * height:]
    dark = [y for y in range(height) if min(rows[y * width:(y + 1) * width]) < 225]
    return (dark[-1] + 1) / height if dark else 0


def together(example, words):
    """The end of the page is on one sheet, and a title on that of what it names."""
    feet = [k for k, sheet in enumerate(words) if "Made by" in sheet]
    last = next(name for name in ("Kept", "Tolerance", "Steps") if any(re.search(r"^\s*%s\s" % name, sheet, re.M) for sheet in words))
    check(len(feet) == 1 and re.search(r"^\s*%s\s" % last, words[feet[0]], re.M), "%s: its end is split: %r" % (example, feet))
    for k, sheet in enumerate(words):
        lines = [line.strip() for line in sheet.splitlines() if line.strip()]
        title = r"(PLOT|HISTOGRAM|TABLE|CLEARANCE|CONTACT|ENERGY|SCRIPT|DIAGNOSTICS)(\s+\S+)?(\s+line \d+)?$"
        check(lines and not re.match(title, lines[-1], re.I), "%s: sheet %d ends with the title %r" % (example, k + 1, lines[-1:]))


path = chromium.find_or_skip()
if not shutil.which("pdftotext") or not shutil.which("pdftoppm"):
    print("skipped: there is no pdftotext or no pdftoppm (Debian: apt-get install poppler-utils)")
    sys.exit(77)
with tempfile.TemporaryDirectory() as name, chromium.new_page(path) as page:
    folder = pathlib.Path(name)
    for example in ("slider_crank", "own_law", "many_drops", "ratchet", "worn_four_bar"):
        words, ink = printed(page, example)
        together(example, words)
        # A picture, or two beside each other, is not cut: with their titles they take up to a third of a sheet.
        check(all(low > 0.6 for low in ink[:-1]), "%s: sheets end at %s" % (example, ", ".join("%.2f" % low for low in ink)))
        whole = re.sub(r"\s+", " ", " ".join(words))
        if example == "slider_crank":
            across = page.evaluate(r"(/its width is (\S+\s[^\s.]+)\./.exec(document.querySelector('.strobe figcaption').textContent)?.[1] ?? 'not told').replace(/\s/g, ' ')")
            shown = page.evaluate("(l => 2 * l.R / l.factor() / l.scaleOfStage)(%s.lenses[0])" % APP)
            check(across == "4.2 mm" and abs(shown - 4.1667e-3) < 1e-6, "the width of the lens: %r on paper, %r m on the screen" % (across, shown))
            check("Why: It begins fastest of all 45" in whole and "times as large" not in whole, "the caption: %r" % whole[:1200])
        if example == "worn_four_bar":
            check("each to the scale of its own largest" in whole, "the scale of lanes: %r" % whole[:1500])
    check(page.problems() == [], "%r" % page.problems())
sys.exit(1 if checks.failures else 0)
