#!/usr/bin/env python3
"""Machine instructions of the benchmarks, which repeat where times do not, by callgrind.

Usage: bench/instructions.py BENCH MBS [WORKLOAD...] [--tols 1e-3,1e-4] [--programs "mbs|CVODE"] [--jobs 1]

BENCH is the program mbs_bench, MBS the program mbs. Each program of each workload runs at several tolerances, and what
an error of 1e-5 costs is read from a straight line through all points, both scales logarithmic, as mbs_bench
does with times. `steps`, `evaluations` and what a step takes are those of the run at 1e-6.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from callgrind import counted

SECTIONS = {"slider_crank": "slider_crank", "slider_crank_friction": "slider_crank",
            "slider_crank_esdu": "slider_crank", "four_bar": "four_bar", "squeezer": "squeezer", "ball": "ball",
            "spheres": "spheres", "heavy_top": "space", "free_slider_crank": "space", "free_planar_crank": "space", "spatial_four_bar": "space",
            "ball_joint": "space", "bricard": "space", "loose_shaft": "space", "side_spin": "space",
            "back_spin": "space", "crank_in_space": "space", "chain_100": "chains", "chain_1000": "chains"}
WANTED = 1e-5
ROOT = pathlib.Path(__file__).resolve().parent.parent


def bench(options, workload, *more):
    return [options.bench, "--examples", str(ROOT / "examples"), "--peers", str(ROOT / "bench/peers"), "--mbs",
            options.mbs, "--one", workload, *more, SECTIONS.get(workload, "balls")]


def programs_of(options, workload):
    listed = subprocess.run(bench(options, workload), capture_output=True, text=True, check=True).stdout
    names = [line.split("\t") for line in listed.splitlines()]
    return [(index, name) for index, name in names
            if not options.programs or any(name.startswith(wanted) for wanted in options.programs)]


def point(options, workload, index, tol):
    out, instructions = counted(bench(options, workload, "--program", index, "--tol", str(tol)), "bench_counted")
    found = json.loads(out)
    found["instructions"] = instructions
    return found


def at_wanted(points):
    """Instructions at the error wanted, on the line through all points."""
    pairs = [(math.log(p["error"] / WANTED), math.log(p["instructions"])) for p in points
             if "error" in p and 0 < p["error"] < math.inf]
    if len(pairs) < 3:
        return None
    n = len(pairs)
    x, y = sum(u for u, _ in pairs) / n, sum(v for _, v in pairs) / n
    slope = sum((u - x) * (v - y) for u, v in pairs) / sum((u - x) ** 2 for u, _ in pairs)
    return math.exp(y - slope * x)


def show(workload, rows):
    first = next((at for _, _, at in rows if at), None)
    for name, points, at in rows:
        one = next((p for p in points if abs(p["tol"] / 1e-6 - 1) < 1e-6), points[-1])
        error = f"{one['error']:.1e}" if "error" in one else "-"
        line = f"| {workload} | {name} | {one['tol']:.1e} | {error} | {one['steps']} | {one['evaluations']} | " \
               f"{one['instructions'] / 1e6:.2f} | {one['instructions'] / max(one['steps'], 1):.0f} | "
        line += f"{at / 1e6:.2f} | {at / first:.2f} |" if at else "- | - |"
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bench")
    parser.add_argument("mbs")
    parser.add_argument("workloads", nargs="*")
    parser.add_argument("--tols", default=",".join(f"{10 ** (-3 - i / 2):.4g}" for i in range(11)))
    parser.add_argument("--programs", default="", help="those whose names begin so, parted by |")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    options.programs = [name for name in options.programs.split("|") if name]
    tols = [float(tol) for tol in options.tols.split(",")]
    print("| workload | program | tol | error | steps | evaluations | Minstr | per step | Minstr at 1e-5 | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    with ThreadPoolExecutor(options.jobs) as pool:
        for workload in options.workloads or SECTIONS:
            wanted = [1e-6] if workload.startswith("chain") else tols
            rows = []
            for index, name in programs_of(options, workload):
                points = list(pool.map(lambda tol, i=index: point(options, workload, i, tol), wanted))
                rows.append((name, points, at_wanted(points)))
            show(workload, rows)


if __name__ == "__main__":
    main()
