#!/bin/bash
# The check of the layout finds a file that clang-format would change, and takes one that says it is laid out by
# hand. Usage: format.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
house=$(mktemp -d)
trap 'rm -rf "$house"' EXIT
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export GIT_CEILING_DIRECTORIES=${house%/*}
cp "$root/.clang-format" "$house"
mkdir -p "$house"/{lang,runtime,service,cli,mpi,bench,tests}
failures=0

# expect CODE WHAT
expect() {
  local found=0
  "$root/scripts/check_format.sh" "$house" >"$house/said" 2>&1 || found=$?
  [ "$found" = 77 ] && cat "$house/said" && exit 77
  [ "$found" = "$1" ] && return
  echo "$2: exit code $found instead of $1"
  cat "$house/said"
  failures=1
}

echo 'int x = 1;' >"$house/lang/x.cpp"
expect 0 "a file in order"
printf '// clang-format off\nint  y[] = {1,\n         10};\n// clang-format on\n' >"$house/lang/y.hpp"
expect 0 "a file laid out by hand"
echo 'int   z=1;' >"$house/cli/z.hpp"
expect 1 "a file out of order"
exit $failures
