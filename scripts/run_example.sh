#!/bin/bash
# Sets everything up, builds the program and runs a script. What scripts write with `to "file"` goes to
# build/example. Usage: scripts/run_example.sh [FILE [OPTION...]]; without FILE the slider-crank.
set -euo pipefail
script=$(realpath "${1:-$(dirname "$0")/../examples/slider_crank.mbs}")
[ $# -gt 0 ] && shift
cd "$(dirname "$0")/.."
scripts/build.sh mbs
exec build/release/mbs run "$(realpath --relative-to=. "$script")" --out build/example "$@"
