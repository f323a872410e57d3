#!/bin/bash
# The check of links finds a tracked one, and none in a clean tree; outside of git it is skipped. Usage: links.sh
set -euo pipefail
check=$(cd "$(dirname "$0")/../.." && pwd)/scripts/check_links.sh
command -v git >/dev/null || { echo "skipped: git is not installed"; exit 77; }
house=$(mktemp -d)
trap 'rm -rf "$house"' EXIT
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export GIT_CEILING_DIRECTORIES=${house%/*}
failures=0

# expect CODE WHAT
expect() {
  local found=0
  "$check" "$house" >"$house/said" 2>&1 || found=$?
  [ "$found" = "$1" ] && return
  echo "$2: exit code $found instead of $1"
  cat "$house/said"
  failures=1
}

echo text >"$house/file"
expect 77 "no checkout"
git init -q "$house"
git -C "$house" add file
expect 0 "a clean tree"
ln -s /tmp "$house/link"
expect 0 "a link that is not tracked"
git -C "$house" add link
expect 1 "a tracked link"
exit $failures
