#!/usr/bin/env python3
"""Fails if a function of the program has more than 60 lines, or one of runtime more than six parameters.

Usage: scripts/check_functions.py [ROOT]
"""
import re

from complaints import program_files, tell

LONGEST, MOST = 60, 6
# A row for each operation of an expression; and what a library calls with parameters of its own.
LONGER = {"lang/expression/scalar.hpp": "apply"}
MORE = {"runtime/integration/solver.cpp": "on_jacobian"}

TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'|//[^\n]*')
# A name, its parameters with brackets in them, what may stand between those and the body, and its brace.
HEAD = re.compile(r"^(?!\s*(?:namespace|class|struct|enum|if|for|while|switch|else|do|return|using)\b)[^\n;{}#/]*?"
                  r"\b([A-Za-z_~]\w*)\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)[^;{}]*\{", re.M)
NO_FUNCTIONS = {"if", "for", "while", "switch", "catch", "return", "sizeof", "decltype"}


def without_texts(text):
    """The same, in as many lines and bytes, with nothing in texts and comments."""
    return TEXT.sub(lambda m: "/" + " " * (len(m[0]) - 1), text)


def end_of(text, brace):
    depth = 0
    for at in range(brace, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return at
    return len(text)


def count(parameters):
    depth, number = 0, 1 if parameters.strip() else 0
    for sign in parameters:
        depth += (sign in "<([{") - (sign in ">)]}")
        number += sign == "," and depth == 0
    return number


def complaints(root):
    for path in program_files(root):
        file = str(path.relative_to(root))
        text = without_texts(path.read_text())
        for head in HEAD.finditer(text):
            name, parameters = head[1], count(head[2])
            if name in NO_FUNCTIONS:
                continue
            begin = head.end() - 1
            lines = text.count("\n", begin, end_of(text, begin)) + 1
            place = f"{file}:{text.count(chr(10), 0, head.start(1)) + 1}"
            if lines > LONGEST and LONGER.get(file) != name:
                yield f"{place}: {name} has {lines} lines; a function has at most {LONGEST}"
            if file.startswith("runtime/") and parameters > MOST and MORE.get(file) != name:
                yield f"{place}: {name} takes {parameters} parameters; one of runtime takes at most {MOST}"


if __name__ == "__main__":
    tell(complaints)
