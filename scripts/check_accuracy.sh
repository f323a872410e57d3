#!/bin/bash
# Whether every run of a script keeps what the tolerances promise: constraints to 1e-9 m at the default
# tolerance, or to six tolerances of positions where the mechanism is large (most where joints in space hold the same
# together: some of their constraints are kept by the others), the energy balance to 5e-6 of
# what is exchanged at 1e-8 (most where a shaft rattles askew in its bearing, and gears pass from corner to corner; else 2e-6).
# Expectations may fail meanwhile.
# Usage: scripts/check_accuracy.sh PROGRAM SCRIPT
program=$(realpath "$1") && script=$(realpath "$2") || exit 2
grep -q '^ *simulate' "$script" || exit 0  # only used by others
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failures=0

# check TOLERANCE WHAT LIMIT [SHARE]: the figures that -v prints after WHAT; or that share of the tolerance of
# positions, which -v prints below.
check() {
  "$program" run -q -v --color never --tol "$1" --out "$out" "$script" > /dev/null 2> "$out/err"
  local code=$?
  [ $code -le 1 ] || { echo "exit $code at tol $1"; failures=1; }
  awk -v what="$2" -v limit="$3" -v share="${4:-0}" -v tol="$1" '
    function judge() { if (runs && !(last + 0 <= (limit > large ? limit : large))) bad = bad " " last; large = 0 }
    index($0, what ":") { judge(); runs++; last = $0; sub(/.*: /, "", last) }
    /positions r\*/ { of = $0; sub(/.*positions r\*/, "", of); large = share * tol * of }
    END { judge(); if (!runs) bad = " no run at all"; if (bad) { print what ":" bad; exit 1 } }' "$out/err" || failures=1
}

check 1e-6 'largest constraint error' 1e-9 6
check 1e-8 'largest energy.error' 5e-6
exit $failures
