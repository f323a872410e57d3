#!/bin/bash
# Fails if clang-format would change a C++ file. A part that is laid out by hand stands between
# `// clang-format off` and `// clang-format on`. Other versions than 14 decide otherwise in places, so without that
# one it ends with 77, skipped. Usage: scripts/check_format.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2

# The program by its version, whatever its name.
formatter() {
  local program
  for program in clang-format-14 clang-format; do
    "$program" --version 2>/dev/null | grep -q 'version 14\.' && echo "$program" && return
  done
}

# What is tracked; in a tree without git, what is there.
sources() {
  git ls-files '*.cpp' '*.hpp' 2>/dev/null | grep . ||
    find lang runtime service cli mpi bench tests -name '*.[ch]pp' | sort
}

changed_by() {
  "$1" "$2" | cmp -s - "$2" || echo "$2: clang-format would change it"
}
export -f changed_by

program=$(formatter)
[ -n "$program" ] || { echo "skipped: clang-format 14 is not installed"; exit 77; }
changed=$(sources | xargs -P 2 -I FILE bash -c 'changed_by "$0" "$1"' "$program" FILE | sort)
[ -z "$changed" ] && exit
echo "$changed"
exit 1
