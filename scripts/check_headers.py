#!/usr/bin/env python3
"""Fails if a header declares functions whose bodies stand elsewhere than beside it, or if a name repeats its folder.

The functions of x.hpp are in x.hpp, in x.cpp, or in parts of it that are named after it, x_part.cpp. What no file
of the program defines is generated. In a folder laws/ a file is trial.hpp, not law_trial.hpp, but for parts of a law.hpp.

Usage: scripts/check_headers.py [ROOT]
"""
import re

from complaints import program_files, tell

# Headers that may, and why. Where the language recurses one declaration stands below, its body above.
ELSEWHERE = {
    "lang/elaborate/values/evaluate.hpp": "an expression may ask for anything: lang/elaborate/fields/dispatch.cpp",
    "lang/elaborate/values/builtin.hpp": "a table, whose rows ask for all: functions.cpp",
    "lang/elaborate/program/collect.hpp": "a statement may hold statements: statements.cpp",
    "lang/elaborate/actions/actions.hpp": "a sweep makes scenarios: lang/elaborate/build/sweep.cpp",
    "lang/kinds/kinds.hpp": "a table, by subject: bodies.cpp, joints.cpp and so on",
    "cli/commands/commands.hpp": "a table, a file for each command",
    "lang/scenario/scenario.hpp": "a scenario, and its text: dump.cpp",
    "runtime/model/model.hpp": "the builder is out of the model: runtime/setup/build_model.cpp",
    "runtime/model/watches.hpp": "beside the rest of the model: model_impl.cpp",
    "runtime/equations/rows_in_space.hpp": "with the rows that stick: sticking_in_space.cpp",
    "runtime/impact/contact_problem.hpp": "a problem and what is asked of it: solve.cpp, states.cpp",
}

# Names that repeat their folder, and why.
REPEATS = {"cli/report/report_sink": "a sink is called after what it makes, as text_sink and json_sink are"}

TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'|//[^\n]*|^[ \t]*#[^\n]*', re.M)
NAMESPACE = re.compile(r"\bnamespace\s+[\w:]+\s*$")
# A result, a name, parameters, and how it ends.
HEAD = re.compile(r"(?:^|[;}])\s*(?:template\s*<[^;{}]*?>\s*)?((?:[\w:<>,*&\[\]]+\s+|[*&]\s*)+)(~?\w+)\s*"
                  r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\s*(?:const|noexcept|\s)*(?=[;{])")
NO_RESULTS = {"return", "else", "using", "typedef", "static", "friend", "operator"}


def open_text(text):
    """What stands in namespaces that have a name, outside of types and bodies."""
    out, inside = [], []
    text = TEXT.sub("", text)
    for sign in text:
        if sign == "{":
            inside.append("name" if all(i == "name" for i in inside) and NAMESPACE.search("".join(out[-80:])) else "body")
            out.append(";" if inside[-1] == "name" else "{" if inside.count("body") == 1 else " ")
        elif sign == "}" and inside:
            kind = inside.pop()
            out.append(";" if kind == "name" else "}" if inside.count("body") == 0 else " ")
        else:
            out.append(sign if "body" not in inside else " ")
    return "".join(out)


def functions(text):
    """Names of functions: those declared, those defined."""
    text = open_text(text)
    declared, defined = set(), set()
    for head in HEAD.finditer(text):
        if NO_RESULTS & set(head[1].split()):
            continue
        (defined if text[head.end():head.end() + 1] == "{" else declared).add(head[2])
    return declared, defined


def repeats_folder(path):
    folder = path.parent.name
    for word in {folder, folder.removesuffix("s")}:
        part = (path.parent / f"{word}.hpp").exists() and path.stem != word
        if path.stem.startswith(word + "_") and not part:
            return True
    return False


def complaints(root):
    for path in program_files(root):
        name = path.relative_to(root)
        if repeats_folder(path) and str(name.with_suffix("")) not in REPEATS:
            yield f"{name} repeats its folder: a file is called by what is in it"
    found = {str(path.relative_to(root)): functions(path.read_text()) for path in program_files(root)}
    homes = {}
    for file, (_, defined) in found.items():
        for name in defined:
            homes.setdefault(name, []).append(file)
    for header, (declared, _) in found.items():
        if not header.endswith(".hpp") or header in ELSEWHERE:
            continue
        stem = header[:-len(".hpp")]
        for name in sorted(declared & homes.keys()):
            if not any(f == header or f == stem + ".cpp" or (f.startswith(stem + "_") and f.endswith(".cpp"))
                       for f in homes[name]):
                yield f"{header} declares {name}, whose body is not beside it but in {', '.join(homes[name])}"


if __name__ == "__main__":
    tell(complaints)
