#!/bin/bash
# Packages, configuration and build, from a clean clone: leaves the program as build/release/mbs.
# Usage: scripts/build.sh [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh
[ -f build/release/build.ninja ] || cmake --preset release >&2
targets=()
[ $# -gt 0 ] && targets=(--target "$@")
cmake --build --preset release "${targets[@]}" >&2
