#!/bin/bash
# Sets everything up, builds and runs all tests. Usage: scripts/test.sh [CTEST-OPTION...]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh --tests || echo "test: the tests that need what is missing are skipped" >&2
scripts/build.sh
# Pages are asked by axe-core, too, where npm can have it; else by hand alone, which the test says.
axe=$PWD/build/axe
if command -v npm > /dev/null; then
  npm install --silent --no-audit --no-fund --fetch-timeout 20000 --fetch-retries 1 --prefix "$axe" axe-core@4 > /dev/null || echo "test: there is no axe-core" >&2
fi
[ -n "${MBS_AXE:-}" ] || export MBS_AXE=$axe/node_modules/axe-core/axe.min.js
exec ctest --preset release --parallel "$(nproc)" "$@"
