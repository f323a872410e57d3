#!/bin/bash
# The check of functions fails when it should. Usage: functions.sh
set -euo pipefail
check=check_functions.py
source "$(dirname "$0")/house.bash"
mkdir -p "$house/lang/text" "$house/runtime/contact"

# lines NUMBER: a function with a body of so many lines.
lines() {
  printf 'int f(int a) {\n'
  for ((i = 0; i < $1 - 2; ++i)); do echo '  a += 1;  // { "'; done
  printf '}\n'
}
# expect good|bad FILE: with what is read as the file.
expect() {
  cat >"$house/$2"
  judge "$1" "$2: $(cat "$house/$2")"
  rm "$house/$2"
}

lines 60 | expect good lang/text/a.cpp
lines 61 | expect bad lang/text/a.cpp
expect good lang/text/a.cpp <<<"bool f(char c) { return c == '{' || c == '(' || \"{\"; }"
expect good runtime/contact/a.cpp <<<'void f(int a, int b, std::map<int, int> c, int (*d)(int, int), int e, int g) { use(a); }'
expect bad runtime/contact/a.cpp <<<'void f(int a, int b, int c, int d, int e, int g, int h) { use(a); }'
expect bad runtime/contact/a.hpp <<<'struct S {
  bool f(int a, int b, int c,
         int d, int e, int g, int h) const { return a; }
};'
expect good lang/text/a.cpp <<<'void f(int a, int b, int c, int d, int e, int g, int h) { use(a); }'
exit $failures
