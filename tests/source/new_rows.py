#!/usr/bin/env python3
"""A joint kind is added in four files, an input of laws in three, as CONTRIBUTING.md promises.

Usage: new_rows.py SOURCE BUILD

Puts a joint `knee`, a pin without friction, and a law input `late`, twice the time, into copies of the files that
say so, counts them, and sees that they compile. With MBS_NEW_ROWS=1 the whole program is built with them, beside
BUILD and with its objects where nothing changes, and asked about both: minutes, before a release.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# What is put in: file, the text it goes before, and what.
JOINT = {
    "lang/kinds/joint_kinds.def": [("// only in space\n", "MBS_JOINT_KIND(knee)\n")],
    "lang/kinds/joints.cpp": [("};\n\n}  // namespace\n", """    {
        .kind = ObjectKind::knee,
        .name = "knee",
        .doc = "a pin without friction",
        .ends = Ends::two,
        .attributes = weld_attributes,
        .fields = force_fields,
        .example = "knee K: a.tip to b",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::knee},
    },
""")],
    "runtime/joints/knee.hpp": [(None, """// Pin without friction: g = p_B - p_A = 0, dg/dt = v_B - v_A, world axes.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

inline const JointKind knee_joint{
    .kind = ir::JointKind::knee,
    .name = "knee",
    .coincides = true,
    .add_rows = [](const Model& m, const ir::Joint& joint,
                   RowMaker& rows) { add_pin(m, joint.first, joint.second, rows); },
};

}  // namespace mbs
""")],
    "runtime/joints/kinds.cpp": [
        ('#include "runtime/joints/planar.hpp"\n', '#include "runtime/joints/knee.hpp"\n'),
        ("&guide_joint_kind", "&knee_joint, "),
    ],
}
LAW_INPUT = {
    "lang/expression/slot.hpp": [("  law_state, ", "  law_late,\n")],
    "lang/kinds/law_inputs.cpp": [("    {.field = first_radius,\n", """    {.field = {"late", "s", "twice the time"},
     .slot = SlotKind::law_late,
     .dimension = dim::time},
""")],
    "runtime/contact/law_inputs.hpp": [
        ("  double R1 = 0, R2 = 0;\n", "  double late = 0;\n"),
        ("    {SlotKind::law_radius_1,", "    {SlotKind::law_late, &LawArguments::late},\n"),
        ("          .R1 = memory.R1,\n", "          .late = 2 * t,\n"),
    ],
}
# What sees the new header of the law input alone.
READERS = ["runtime/contact/law.cpp"]


# A pendulum on a knee is one on a pin; `late` is 2 s after one second, so the force has doubled.
SCRIPT = """mbs 1
world planar { gravity = (0, -9.81) m/s^2 }
law stiffening(K: N/m) = K * delta * (1 + late / (2 s))
body arm { mass = 1 kg, inertia = 0.01 kg*m^2, point hinge = (-0.5, 0) m }
body twin { mass = 1 kg, inertia = 0.01 kg*m^2, point hinge = (-0.5, 0) m }
point o = (-0.5, 0) m
knee K: o to arm.hinge
revolute P: o to twin.hinge
body ball { shape = sphere(10 mm), mass = 1 kg, at = (3, 0.0099) m }
point plate = (3, 0) m { shape = plane }
drive hold: ball = (3, 0.0099) m
contact c: ball to plate { law = stiffening(1e6 N/m) }
simulate 1 s
expect final(arm.x) ~ final(twin.x) within 1e-5 m
expect final(K.force.y) ~ final(P.force.y) within 1e-4 N
expect final(c.FN) / initial(c.FN) ~ 2 within 1e-6
"""


def put_in(source, overlay, changes):
    """Copies of the files with what is added to them."""
    for name, places in changes.items():
        target = overlay / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if places[0][0] is None:
            target.write_text(places[0][1])
            continue
        path = target if target.exists() else source / name
        text = path.read_text()
        for before, added in places:
            if text.count(before) != 1:
                sys.exit(f"{name}: {before!r} stands there {text.count(before)} times; tell this test where to add")
            text = text.replace(before, added + before)
        target.write_text(text)


def commands_of(build):
    """Source relative to the root: how it is compiled, without where to."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        words = words[words.index(next(w for w in words if w.endswith("++") or "g++" in w or "clang++" in w)):]
        commands[entry["file"]] = (words, entry["directory"])
    return commands


def compile_one(source, overlay, commands, name, target):
    words, directory = commands.get(str(source / name), commands[str(source / "runtime/joints/kinds.cpp")])
    own = overlay / name if (overlay / name).exists() else source / name
    words = [w for w in words if w != "-Xclang"]
    out = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "-c", "-MF", "-MT", "-include", "-include-pch"):  # headers made for other options
            skip = True
        elif word in ("-MD", "-Winvalid-pch") or word.endswith(name):
            pass
        else:
            out.append(word)
    out = [out[0], f"-I{overlay}", *out[1:], "-O0"]
    how = ["-fsyntax-only"] if target is None else ["-c", "-o", str(target)]
    done = subprocess.run([*out, *how, str(own)], cwd=directory, capture_output=True, text=True, check=False)
    return name, done.returncode, done.stderr


def compile_all(source, overlay, commands, targets):
    """Of {source: object or None}; says what does not compile."""
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(compile_one, source, overlay, commands, name, target) for name, target in targets.items()]
        for job in jobs:
            name, code, said = job.result()
            if code != 0:
                failures += 1
                print(f"{name} does not compile with the new row:\n{said}")
    return failures


def dependents(build, changed):
    """Objects of the libraries and of the program that are made of a changed file, by source."""
    found = {}
    listed = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True)
    for block in listed.stdout.split("\n\n"):
        lines = block.strip().splitlines()
        head = re.match(r"(CMakeFiles/mbs(?:_lang|_runtime|_service|_cli)?\.dir/(.*)\.o): #deps", lines[0]) if lines else None
        if head and any(line.strip().endswith(tuple(changed)) for line in lines[1:]):
            found[head.group(2)] = build / head.group(1)
    return found


def build_program(source, build, overlay, commands, changed, folder):
    objects = dependents(build, changed)
    targets = {name: folder / (name.replace("/", "_") + ".o") for name in objects}
    print(f"{len(targets)} objects are compiled anew")
    if compile_all(source, overlay, commands, targets):
        return None
    link = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "mbs"], capture_output=True, text=True, check=True)
    last = [w for w in shlex.split(link.stdout.strip().splitlines()[-1].replace("&&", " "))]
    last = last[next(i for i, w in enumerate(last) if w.endswith("++") or "clang++" in w or "g++" in w):]
    program = folder / "mbs"
    words, place_next = [], False
    for word in last:
        if place_next:
            words.append(str(program))
            place_next = False
        elif word == "-o":
            words.append(word)
            place_next = True
        elif word == ":":
            break
        else:
            words.append(word)
    # Objects that come first take the place of those in the libraries.
    mains = [str(path) for name, path in targets.items()]
    words = [words[0], *mains, *[w for w in words[1:] if not any(str(objects[n]).endswith(w) for n in objects)]]
    done = subprocess.run(words, cwd=build, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stderr)
        return None
    return program


def asks(program, folder):
    """What the program with both rows says."""
    script = folder / "rows.mbs"
    script.write_text(SCRIPT)
    failures = 0
    for words, wanted in [
        (["run", str(script)], ""),
        (["ir", str(script)], "knee K"),
        (["doc", "knee"], "a pin without friction"),
        (["doc", "late"], "twice the time"),
        (["fmt", "--check", str(script)], ""),
    ]:
        done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
        if done.returncode != 0 or wanted not in done.stdout:
            failures += 1
            print(f"mbs {' '.join(words)}: exit {done.returncode}, without `{wanted}`\n{done.stdout}{done.stderr}")
    return failures


def main():
    source, build = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    most = 4
    for name, changes in [("a joint kind", JOINT), ("a law input", LAW_INPUT)]:
        if len(changes) > most:
            sys.exit(f"{name} takes {len(changes)} files, and {most} are promised")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        overlay = folder / "overlay"
        put_in(source, overlay, JOINT)
        put_in(source, overlay, LAW_INPUT)
        changed = [*JOINT, *LAW_INPUT]
        commands = commands_of(build)
        if os.environ.get("MBS_NEW_ROWS") != "1":
            own = {name: None for name in [*changed, *READERS] if name.endswith(".cpp")}
            sys.exit(1 if compile_all(source, overlay, commands, own) else 0)
        program = build_program(source, build, overlay, commands, changed, folder)
        sys.exit(1 if program is None or asks(program, folder) else 0)


if __name__ == "__main__":
    main()
