#!/bin/bash
# The check of paths fails when it should: a document, a comment or a unit test stands for what is not there, or the
# map of the folders is not that of the floors. Usage: paths.sh
set -euo pipefail
check=check_paths.sh
source "$(dirname "$0")/house.bash"

build() {
  rm -rf "${house:?}"/*
  mkdir -p "$house"/docs/adr "$house"/lang/{text,units}
  echo '// Units; text is in lang/text/scan.hpp, the table in units.cpp.' >"$house/lang/units/units.hpp"
  touch "$house"/lang/text/scan.hpp "$house"/lang/units/units.cpp
  cat >"$house/docs/guide.md" <<'END'
A path: `lang/text/scan.hpp`; a pattern: `lang/units/units*`; any name: `lang/FOLDER/NAME.hpp`.
Not of the tree: `build/lang/nothing.hpp`, lang/no/backticks.hpp, `a/b`.
END
}

# map FOLDER...: a document with a row for each.
map() {
  printf "| \`%s/\` | what | where |\n" "$@" >"$house/docs/architecture.md"
}

mapfile -t floors < <(sed -n "/^floors='/,/^'/p" "$root/scripts/check_layers.sh" | sed '1d;$d')

build
judge good "a house in order"
echo 'See `lang/text/gone.hpp`.' >>"$house/docs/guide.md"
judge bad "a document names a file that is gone"
build
printf '```\nless lang/text/gone.hpp\n```\n' >"$house/docs/adr/0001.md"
judge bad "a block names a file that is gone"
build
echo 'See `lang/units/solver*`.' >>"$house/docs/guide.md"
judge bad "a pattern that fits nothing"
build
echo '// see scan.hpp' >>"$house/lang/units/units.hpp"
judge bad "a comment names a file of another folder without its path"
build
mkdir -p "$house/tests/unit/lang/units"
touch "$house/tests/unit/lang/units/units_test.cpp"
judge good "a unit test in the folder of its part"
mkdir "$house/tests/unit/lang/measures"
mv "$house/tests/unit/lang/units/units_test.cpp" "$house/tests/unit/lang/measures/"
judge bad "a unit test of a folder that is not there"
build
(cd "$house" && mkdir -p "${floors[@]}")
map "${floors[@]}"
judge good "the map of all floors"
map "${floors[@]:1}"
judge bad "a floor without a row"
map "${floors[1]}" "${floors[0]}" "${floors[@]:2}"
judge bad "rows in another order"
map "${floors[@]}" lang/attic
mkdir -p "$house/lang/attic"
judge bad "a row without a floor"
exit $failures
