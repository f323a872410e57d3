#!/bin/bash
# A long round of mutated scripts, and faults injected, one for each hundred of them. What breaks a promise is
# kept, cut down, in build/mutation. Usage: scripts/mutate.sh [COUNT [SEED [JOBS]]]
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
count=${1:-10000} seed=${2:-$(date +%s)} jobs=${3:-$(nproc)}
build=${MBS_BUILD:-build/release}
cmake --build "$build" --target mbs mutation > /dev/null || exit 2
failures=0
round() {
  nice -n 15 "$build/tests/mutation/mutation" "$build/mbs" --seed "$seed" --jobs "$jobs" --keep build/mutation "$@" ||
    failures=1
}
round --count "$count"
round --faults --count $(((count + 99) / 100))
exit $failures
