#!/bin/bash
# The check of walks fails when it should. Usage: walks.sh
set -euo pipefail
check=check_walks.sh
source "$(dirname "$0")/house.bash"
mkdir -p "$house/lang/kinds" "$house/runtime/contact" "$house/docs"
cd "$house"

# map ALLOWED: a map with one walk of two files.
map() {
  printf '# Map\n\n## Walks\n\n| what | at most | files |\n|---|---|---|\n| `delta_max` | %s | `lang/kinds/a.cpp`, `runtime/contact/b.hpp` |\n\n## More\n\n| x | 1 | `a`, `b` |\n' \
    "$1" >docs/architecture.md
}

echo 'auto slot = SlotKind::law_deepest;' >lang/kinds/a.cpp
map 2
judge good 'a walk that is as long as it may be'
map 1
judge bad 'a walk that is too long'
map 2
echo 'auto slot = SlotKind::law_deepest;' >runtime/contact/other.cpp
judge bad 'a file that is not on the walk'
rm runtime/contact/other.cpp
for i in 1 2 3 4 5 6 7 8 9 10; do echo 'f(settings.tolerance());' >"runtime/contact/t$i.cpp"; done
judge good 'ten files that name the tolerance'
echo 'f(asked.tol);' >runtime/contact/t11.cpp
judge bad 'eleven of them'
rm runtime/contact/t*.cpp
for i in 1 2; do echo 'OptionInfo tol{.default_text = "1e-6"};' >"lang/kinds/d$i.hpp"; done
judge bad 'two defaults'
rm lang/kinds/d*.hpp
for i in 1 2 3 4; do echo 'return decided(action, options.runs);' >"runtime/contact/e$i.cpp"; done
judge bad 'others that decide'
exit $failures
