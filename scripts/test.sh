#!/bin/bash
# Sets everything up, builds and runs all tests. Usage: scripts/test.sh [CTEST-OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh --tests || echo "test: the tests that need what is missing are skipped" >&2
scripts/build.sh
exec ctest --preset release --parallel "$(nproc)" "$@"
