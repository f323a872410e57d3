#!/usr/bin/env python3
"""Scripts by one integrator and by another: do they say the same, and what does each cost?

Usage: bench/integrators.py PROGRAM [--against ida] [--by auto] [--tol 1e-8] [--jobs 1] [--all] SCRIPT|FOLDER...

Agreement: each script is run by both at the tolerance given, and all numbers of its results are compared as its
golden is (`# tolerance` of the script, else 1e-6). Where they differ both are run again at a tenth of the tolerance, down
to FINEST, until they agree: then it is told which of them had erred. A script disagrees if they still differ there, or if
the second alone had erred by more than NEARLY times of what is allowed. Cost: each is run at its own tolerance, and what was counted is weighed
in steps of IDA: a step of either as WEIGHTS say, which were measured in machine instructions (docs/benchmarks.md).
Exits with 1 if a script disagrees, fails by one alone, or costs more than 1.5 times, unless `--known` has a reason.
"""
import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

# In steps of IDA, which take 18,000 to 38,000 instructions. An evaluation with loops, or in space, costs more.
WEIGHTS = {"step": 0.5, "residual": 0.3, "factorization": 0.8, "explicit step": 0.4, "evaluation": 0.15}
MOST = 1.5
FEW = 300  # steps of IDA: below, a run is over before it matters
SECONDS = 300
FINEST = 1e-10
NEARLY = 10


def directives(script):
    """The command and its options, and the tolerance, that a script's first comments ask for."""
    arguments, tolerance, unstable = ["run"], 1e-6, []
    for line in script.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.strip() and not line.startswith("#") and not line.startswith("mbs "):
            break
        if line.startswith("# args:"):
            arguments = line[7:].split()
        if line.startswith("# tolerance"):
            tolerance = float(line.split()[2])
        if line.startswith("# unstable:"):
            unstable.append(line[11:].strip())
    return arguments, tolerance, unstable


def run(program, script, arguments, integrator, tol=None):
    command = [program, *arguments, "--json", "-v", "--integrator", integrator]
    if tol:
        command += ["--tol", str(tol)]
    try:
        done = subprocess.run([*command, str(script)], capture_output=True, text=True, timeout=SECONDS,
                              cwd="/tmp", stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, []
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return done.returncode, lines


def cost(lines):
    total = explicit = 0.0
    for line in lines:
        if line.get("type") != "run" or "counters" not in line:
            continue
        c = line["counters"]
        if "residuals" not in c:
            continue
        steps, evaluations = c.get("explicit steps", 0), c.get("explicit evaluations", 0)
        explicit += steps
        total += WEIGHTS["explicit step"] * steps + WEIGHTS["evaluation"] * evaluations
        total += WEIGHTS["step"] * (c["steps"] - steps) + WEIGHTS["residual"] * (c["residuals"] - evaluations)
        total += WEIGHTS["factorization"] * c["factorizations"]
    return total, explicit


def results(lines, unstable):
    """What is printed, and of expectations what they find where they say how exactly it is known."""
    keep = []
    for line in lines:
        kind = line.get("type")
        if kind == "expect":
            close = line.get("tolerance") is not None and "items" not in line  # of a list the worst is told
            keep.append({"type": kind, "holds": line.get("holds"), "value": line.get("value") if close else None,
                         "tolerance": line.get("tolerance")})
        if kind in ("print", "table"):  # plots have points where steps are
            line = {key: value for key, value in line.items() if key != "text"}
            if "rows" in line:
                line["rows"] = [row for row in line["rows"] if not any(name in json.dumps(row) for name in unstable)]
            if not any(name in json.dumps(line) for name in unstable):
                keep.append(line)
    return keep


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def last_digit(number):
    """What one more in the last digit of a printed number is worth; whole numbers, as counts, are exact."""
    if "." not in number:
        return 0.0
    digits, _, power = number.partition("e")
    return 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


def same_text(a, b, tolerance):
    """Printed numbers are rounded: two that agree may differ by one in the last digit."""
    if NUMBER.split(a) != NUMBER.split(b):
        return False
    return all(abs(float(x) - float(y)) <= max(tolerance * abs(float(x)), 1.01 * last_digit(x))
               for x, y in zip(NUMBER.findall(a), NUMBER.findall(b)))


def same(a, b, tolerance, where="", out=None):
    """Places where two values differ."""
    out = [] if out is None else out
    if isinstance(a, str) and isinstance(b, str):
        if not same_text(a, b, tolerance):
            out.append(f"{where}: {a!r} {b!r}")
    elif isinstance(a, bool) or isinstance(b, bool) or isinstance(a, str) or a is None or b is None:
        if a != b:
            out.append(f"{where}: {a!r} {b!r}")
    elif isinstance(a, (int, float)) and isinstance(b, (int, float)):
        if not (abs(a - b) <= tolerance * max(1e-3, abs(a), abs(b)) or (math.isnan(a) and math.isnan(b))):
            out.append(f"{where}: {a!r} {b!r}")
    elif isinstance(a, dict) and a.get("type") == "expect" and a.keys() == b.keys():
        if not isinstance(a["value"], float):  # else one may hold and the other miss by a hair
            if a["holds"] != b["holds"]:
                out.append(f"{where}: holds {a['holds']} {b['holds']}")
        elif not abs(a["value"] - b["value"]) <= max(a["tolerance"], tolerance * abs(a["value"])):
            out.append(f"{where}: {a['value']!r} {b['value']!r}")
    elif isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        for key in a:
            same(a[key], b[key], tolerance, f"{where}.{key}", out)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            same(x, y, tolerance, f"{where}[{i}]", out)
    else:
        out.append(f"{where}: {str(a)[:80]} {str(b)[:80]}")
    return out


def look_at(options, script):
    arguments, tolerance, unstable = directives(script)
    if arguments[0] != "run" or "--integrator" in arguments:
        return None
    text = script.read_text(encoding="utf-8", errors="replace")
    if "simulate" not in text or "animate to" in text:  # drawing is no result, and takes long
        return None
    report = {"script": script, "bad": [], "told": []}
    old = run(options.program, script, arguments, options.against)
    new = run(options.program, script, arguments, options.by)
    report["exit"] = (old[0], new[0])
    report["cost"] = cost(old[1])[0]
    if options.up_to and report["cost"] > options.up_to:
        return None
    report["new_cost"], report["explicit"] = cost(new[1])
    if report["explicit"] == 0 and old[0] == new[0] and not options.all:
        return report
    if new[0] not in (old[0], 0):
        report["bad"].append(f"exit {old[0]} and {new[0]}")
    if report["cost"] > FEW and report["new_cost"] > MOST * report["cost"]:
        report["bad"].append("costs more")
    if options.tol:
        agree(options, script, (arguments, tolerance, unstable), report)
    return report


def agree(options, script, asked, report):
    """Do both say the same at the tolerance, or at which finer one, and who was wrong until then?"""
    arguments, tolerance, unstable = asked
    before, tol = [], options.tol
    while True:
        both = []
        for integrator in (options.against, options.by):
            code, lines = run(options.program, script, arguments, integrator, tol)
            ran = code in (0, 1)  # with or without a failed expectation, which is compared by its value
            both.append([{"exit": "ran" if ran else code}, *results(lines, unstable)])
        differ = same(*both, tolerance)
        if not differ or tol < 2 * FINEST:
            break
        before.append((tol, both))
        tol /= 10
    if differ:
        report["bad"].append(f"{len(differ)} differ at {tol:g}, {differ[0]}")
    for coarse, (old, new) in before:
        if differ:
            continue
        wrong = [len(same(one, both[0], tolerance)) for one in (old, new)]
        where = "bad" if same(new, both[0], NEARLY * tolerance) and not wrong[0] else "told"
        report[where].append(f"at {coarse:g} {options.against} errs in {wrong[0]}, {options.by} in {wrong[1]}")


def known_reasons(file):
    """Of each script that may differ, or cost more, why: lines of `name: reason`."""
    if not file:
        return {}
    lines = [line.split(":", 1) for line in file.read_text(encoding="utf-8").splitlines() if ":" in line]
    return {name.strip(): reason.strip() for name, reason in lines if not name.startswith("#")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--against", default="ida")
    parser.add_argument("--by", default="auto")
    parser.add_argument("--tol", type=float, default=1e-8, help="0: costs alone")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="also what takes no explicit step")
    parser.add_argument("--up-to", type=float, help="leave out what costs more steps of IDA than that")
    parser.add_argument("--without", default="", help="scripts that are not run, by commas")
    parser.add_argument("--known", type=pathlib.Path, help="lines of `script: why it may differ`")
    options = parser.parse_args()
    known = known_reasons(options.known)
    options.program = options.program.resolve()
    scripts = []
    for path in options.paths:
        scripts += sorted(path.resolve().glob("*.mbs")) if path.is_dir() else [path.resolve()]
    scripts = [script for script in scripts if script.stem not in options.without.split(",")]
    bad, costs, taken = 0, [], 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for report in pool.map(lambda script: look_at(options, script), scripts):
            if report is None:
                continue
            taken += report["explicit"] > 0
            ratio = report["new_cost"] / report["cost"] if report["cost"] else 1
            if report["cost"] and report["explicit"]:
                costs.append((ratio, report["cost"], report["script"].stem))
            if report["explicit"] or report["bad"] or report["told"]:
                print(f"{report['script'].stem:34} {report['cost']:9.0f} {report['new_cost']:9.0f} {ratio:6.2f}  "
                      + "; ".join(["BAD: " + text for text in report["bad"]] + report["told"]), flush=True)
            bad += bool(report["bad"]) and report["script"].stem not in known
    large = [c for c in costs if c[1] > FEW]
    if large:
        mean = math.exp(sum(math.log(max(r, 1e-9)) for r, _, _ in large) / len(large))
        total = sum(r * c for r, c, _ in costs) / sum(c for _, c, _ in costs)
        print(f"{taken} scripts with explicit steps; of those above {FEW}: mean ratio {mean:.2f}, "
              f"largest {max(large)[0]:.2f} ({max(large)[2]}); of all work {total:.2f}; {bad} bad")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
