#!/bin/bash
# Fails if a document, a comment or the map of the folders names a file that is not there.
#   documents      `lang/text/scan.hpp`, `runtime/integration/solver*`, `examples/NAME.mbs`: what begins with a
#                  folder at the top and stands between backticks, or in a block, must be there. A word in capitals
#                  stands for any name
#   comments       x.hpp, x.cpp: a file beside the one that names it; one of another folder by its whole path
#   unit tests     stand in folders of the source, under tests/unit
#   the map        the folders in the tables of docs/architecture.md are the floors of check_layers.sh, in their order
# Usage: scripts/check_paths.sh [ROOT]
home=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$home/..}" || exit 2
failures=0
shopt -s lastpipe nullglob  # a check at the end of a pipe counts here

documents=(README.md CONTRIBUTING.md docs/*.md docs/adr/*.md tests/README.md editors/README.md)
tops='lang|runtime|service|cli|mpi|stdlib|share|editors|examples|tests|bench|scripts|cmake|docs'

# "FILE:LINE PATH" of each path between backticks or in a block.
named_in_documents() {
  awk -v tops="^($tops)/" '
    function tell(text,   n, i, words) {
      n = split(text, words, /[^A-Za-z0-9_.*\/~-]+/)
      for (i = 1; i <= n; i++) {
        sub(/\.$/, "", words[i])
        if (words[i] ~ tops) print FILENAME ":" FNR, words[i]
      }
    }
    FNR == 1 { inside = 0 }
    /^ *```/ { inside = !inside; next }
    inside { tell($0); next }
    { n = split($0, parts, "`"); for (k = 2; k < n; k += 2) tell(parts[k]) }' "$@"
}

# Is there a file or folder of this path, which may be a pattern?
there() {
  [ -e "$1" ] && return
  local found
  found=$(compgen -G "$(sed -E 's/[A-Z]{2,}/*/g' <<<"$1")")
  [ -n "$found" ]
}

# "FILE:LINE NAME" of each source that a comment names.
named_in_comments() {
  find lang runtime service cli tests bench mpi -name '*.[ch]pp' 2>/dev/null | sort |
    xargs grep -HnoE '//.*' /dev/null | awk '
      { split($0, place, ":"); text = $0; sub(/^[^:]*:[^:]*:/, "", text)
        while (match(text, /[A-Za-z0-9_\/]+\.[ch]pp/)) {
          print place[1] ":" place[2], substr(text, RSTART, RLENGTH)
          text = substr(text, RSTART + RLENGTH) } }'
}

floors() {
  sed -n "/^floors='/,/^'/p" "$home/check_layers.sh" | sed '1d;$d'
}

# The folders that begin a row of a table.
rows() {
  sed -nE "s/^\| \`((lang|runtime|service|cli)[a-z_\/]*)\` \|.*/\1/p" "$1" | sed 's#/$##'
}

[ ${#documents[@]} -eq 0 ] || named_in_documents $(ls -d "${documents[@]}" 2>/dev/null) |
  while read -r place path; do
    there "$path" && continue
    echo "$place names $path, which is not there"
    failures=1
  done

named_in_comments | while read -r place name; do
  [ -e "${place%/*}/$name" ] || [ -e "$name" ] && continue
  echo "$place names $name, which is not there"
  failures=1
done

for test in $(find tests/unit -name '*_test.cpp' 2>/dev/null | sort); do
  folder=$(dirname "${test#tests/unit/}")
  [ -d "$folder" ] && continue
  echo "$test stands for $folder, which is not there"
  failures=1
done

if [ -f docs/architecture.md ]; then
  diff <(floors) <(rows docs/architecture.md) | sed -n 's/^< \(.*\)/docs\/architecture.md has no row for \1, or not in its place/p
    s/^> \(.*\)/docs\/architecture.md has a row for \1, which is no floor, or not in its place/p' |
    while read -r line; do
      echo "$line"
      failures=1
    done
fi
exit $failures
