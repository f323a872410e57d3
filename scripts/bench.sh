#!/bin/bash
# Builds the benchmarks and runs them: mbs beside programs by hand and, where they are installed,
# beside Octave, scipy and Simbody (apt-get install octave python3-scipy libsimbody-dev).
# Usage: scripts/bench.sh [--quick] [--write] [SECTION...]
#   --quick   a short run: one round, small sizes, no other engines
#   --write   puts what was measured into docs/benchmarks.md
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh
write= arguments=()
for argument in "$@"; do
  if [ "$argument" = --write ]; then write=yes; else arguments+=("$argument"); fi
done
build=${MBS_BENCH_BUILD:-build/release}
[ -f "$build/build.ninja" ] || cmake --preset release >&2
targets=(mbs mbs_bench)
if cmake --build "$build" --target help | grep -q mbs_simbody_peer; then targets+=(mbs_simbody_peer); fi
cmake --build "$build" --target "${targets[@]}" >&2
options=(--examples examples --peers bench/peers --mbs "$build/mbs")
if [ -x "$build/bench/mbs_simbody_peer" ]; then options+=(--simbody "$build/bench/mbs_simbody_peer"); fi

if [ -z "$write" ]; then
  exec "$build/bench/mbs_bench" "${options[@]}" "${arguments[@]}"
fi
measured=$(mktemp)
trap 'rm -f "$measured"' EXIT
"$build/bench/mbs_bench" "${options[@]}" "${arguments[@]}" | tee "$measured"
sed -i -e '/<!-- measured -->/,/<!-- end -->/{//!d}' -e "/<!-- measured -->/r $measured" docs/benchmarks.md
