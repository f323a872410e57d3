#!/bin/bash
# Whether every run of a script keeps what the tolerances promise: constraints to 1e-9 m at the default
# tolerance, the energy balance to 2e-6 of what is exchanged at 1e-8. Expectations may fail meanwhile.
# Usage: scripts/check_accuracy.sh PROGRAM SCRIPT
program=$(realpath "$1") && script=$(realpath "$2") || exit 2
grep -q '^ *simulate' "$script" || exit 0  # only used by others
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failures=0

# check TOLERANCE WHAT LIMIT: the figures that -v prints after WHAT.
check() {
  "$program" run -q -v --color never --tol "$1" --out "$out" "$script" > /dev/null 2> "$out/err"
  local code=$?
  [ $code -le 1 ] || { echo "exit $code at tol $1"; failures=1; }
  awk -v what="$2" -v limit="$3" '
    index($0, what ":") { runs++; value = $0; sub(/.*: /, "", value); if (!(value + 0 <= limit)) bad = bad " " value }
    END { if (!runs) bad = " no run at all"; if (bad) { print what ":" bad; exit 1 } }' "$out/err" || failures=1
}

check 1e-6 'largest constraint error' 1e-9
check 1e-8 'largest energy.error' 2e-6
exit $failures
