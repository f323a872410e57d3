#!/usr/bin/env python3
"""What the language server takes to answer about a script of 2,000 lines, as CPU time and as a ratio to
`mbs check` of the same script. Usage: editor_latency.py PROGRAM
"""

import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "lsp"))
from client import Client  # noqa: E402

LINES = 2000
TIMES = 10
TICK = 1000 / os.sysconf("SC_CLK_TCK")  # ms


def script():
    """Balls over plates, each with its contact, param and `let`s, under one law."""
    lines = ["mbs 1", "param R = 15 mm",
             "law mine(K: N/m^1.5, h: 1 = 0.3) = K * delta^1.5 * (1 + h*ddelta/max(v_impact, 1 mm/s))"]
    i = 0
    while len(lines) < LINES - 2:
        i += 1
        lines += [
            f"## Ball number {i}.",
            f"body ball_{i} {{ shape = sphere(R), material = steel, at = ({40*i}, 40) mm }}",
            f"point plate_{i} = ({40*i}, 0) mm {{ shape = plane }}",
            f"contact hit_{i}: ball_{i} to plate_{i} {{ law = mine(K = 1e9 N/m^1.5, h = 0.2) }}",
            f"let weight_{i} = ball_{i}.mass * g0",
            f"param gap_{i} = {i} mm",
            f"let twice_{i} = 2 * gap_{i} + R",
        ]
    return "\n".join(lines[: LINES - 2] + ["simulate 1 ms", "print final(ball_1.y)", ""])


def check_time(program, text):
    with tempfile.NamedTemporaryFile("w", suffix=".mbs") as file:
        file.write(text)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for _ in range(TIMES):
            subprocess.run([program, "check", file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000 / TIMES


def main():
    text = script()
    client = Client(sys.argv[1])
    client.request("initialize", {"capabilities": {}})
    uri = "file:///nowhere/balls.mbs"
    client.open(uri, text)
    client.diagnostics(uri)

    def used():
        with open(f"/proc/{client.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * TICK

    def time_of(work):
        before = used()
        for _ in range(TIMES):
            work()
        return (used() - before) / TIMES

    def change(end):
        client.change(uri, text + end)
        client.request("nothing", {})

    lines = text.split("\n")
    line = next(i for i, one in enumerate(lines) if one.startswith("let twice_100 "))
    answers = {
        "diagnostics": time_of(lambda: change("#")),
        "diagnostics, with a syntax error": time_of(lambda: change("simulat 1")),
        "hover over a param": time_of(lambda: client.at("hover", uri, line, 22)),
        "hover over a law": time_of(lambda: client.at("hover", uri, 5, 32)),
        "completion of a name": time_of(lambda: client.at("completion", uri, line, 22)),
        "completion of an attribute": time_of(lambda: client.at("completion", uri, 4, 20)),
    }
    client.process.kill()
    check = check_time(sys.argv[1], text)
    print(f"mbs check: {check:.0f} ms")
    for name, milliseconds in answers.items():
        print(f"{name}: {milliseconds:.0f} ms, {milliseconds / check:.2f} of mbs check")


if __name__ == "__main__":
    main()
