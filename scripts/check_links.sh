#!/bin/bash
# Fails if a symbolic link is tracked: none belongs to the sources, so one is there by mistake, and may lead anywhere.
# Ends with 77, skipped, outside of a git checkout. Usage: scripts/check_links.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
files=$(git ls-files -s 2>/dev/null) && [ -n "$files" ] || {
  echo "skipped: this is no git checkout"
  exit 77
}
links=$(awk -F'\t' '/^120000 / { print $2 " is a symbolic link" }' <<<"$files")
[ -z "$links" ] && exit
echo "$links"
exit 1
