#!/bin/bash
# Fails if an include points up the floors of the house, if files include each other in a circle, or if a
# library is seen outside the part that hides it. Usage: scripts/check_layers.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
failures=0
shopt -s lastpipe  # a check at the end of a pipe counts here

# One folder a line. What stands in it may include its own folder and those above, as far as its library may
# see theirs.
floors='
lang/text
lang/units
lang/diagnostics
lang/expression
lang/data
lang/kinds
lang/scenario
lang/syntax
lang/names
lang/elaborate/world
lang/elaborate/shapes
lang/elaborate/values
lang/elaborate/objects
lang/elaborate/pairs
lang/elaborate/laws
lang/elaborate/fields
lang/elaborate/declare
lang/elaborate/program
lang/elaborate/actions
lang/elaborate/build
lang
runtime/numerics
runtime/impact
runtime/geometry
runtime/time
runtime/model
runtime/joints
runtime/elements
runtime/contact
runtime/equations
runtime/coordinates
runtime/signals
runtime/setup
runtime/record
runtime/scales
runtime/integration
runtime/forward
runtime/islands
runtime/stepping
runtime/events
runtime/run
runtime/results
runtime/study
service
cli/environment
cli/output
cli/film
cli/report
cli/view
cli/laws
cli/passes
cli/session
cli/lsp
cli/commands
cli
'

# Pairs that no library may make: who must not see whom.
forbidden='
runtime service
service runtime
'

sources() {
  find lang runtime service cli -name '*.[ch]pp' 2>/dev/null | sort
}

# "FILE INCLUDED" of all includes between files of the program.
includes() {
  sources | xargs grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"(lang|runtime|service|cli)/[^"]+"' |
    sed -E 's/^([^:]+):.*"([^"]+)"$/\1 \2/'
}

# Fails with what it was given to read, under a heading.
none() {
  local lines
  lines=$(cat)
  [ -z "$lines" ] && return
  printf '%s\n%s\n' "$1" "$lines"
  failures=1
}

upward() {
  includes | awk -v floors="$floors" -v forbidden="$forbidden" '
    function folder(path) { sub("/[^/]*$", "", path); return path }
    function library(path) { sub("/.*", "", path); return path }
    BEGIN {
      n = split(floors, rows, "\n")
      for (i = 1; i <= n; i++) floor[rows[i]] = i
      n = split(forbidden, pairs, "\n")
      for (i = 1; i <= n; i++) apart[pairs[i]] = 1
    }
    {
      from = folder($1); to = folder($2)
      if (!(from in floor)) print $1 ": the folder " from " has no floor"
      else if (!(to in floor)) print $1 " includes " $2 ", whose folder has no floor"
      else if (floor[to] > floor[from]) print $1 " includes " $2
      else if ((library($1) " " library($2)) in apart) print $1 " includes " $2
    }'
}

# A header and its source are one unit.
circles() {
  includes | sed -E 's/\.[ch]pp( |$)/\1/g' | awk '$1 != $2' | sort -u | tsort 2>&1 >/dev/null |
    sed -n 's/^tsort: \(.*\/.*\)/\1/p'
}

# not_from FROM TO: includes of files of TO by those of FROM, both patterns.
not_from() {
  includes | grep -E "^$1[^ ]* $2"
}

# seen PATTERN ALLOWED: files outside of ALLOWED that include <PATTERN...>.
seen() {
  sources | grep -vE "$2" | xargs grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($1)" /dev/null
}

upward | none "an include points up, or to where its library must not look:"
circles | none "files include each other in a circle:"
not_from '(runtime|service|cli)/' 'lang/elaborate/' |
  none "elaboration is lang's own: what others need of it is a value above it, or the scenario:"
not_from 'cli/lsp/' 'lang/names/' | none "names are asked of service/, cli/lsp speaks the protocol:"
seen 'tao/' '^lang/syntax/(grammar|parse)' | none "PEGTL belongs to the grammar and the parser in lang/syntax:"
seen '(sundials|ida|nvector|sunlinsol|sunmatrix|sunnonlinsol)/' '^runtime/integration/solver' |
  none "SUNDIALS belongs to runtime/integration/solver*:"
seen '(Eigen|unsupported/Eigen)/' '^runtime/' | none "Eigen belongs to runtime:"
seen 'zlib' '^cli/report/block' | none "zlib belongs to cli/report/block:"
seen 'httplib' '^$' | none "HTTP belongs to http:"
seen 'hdf5[._]' '^$' | none "HDF5 belongs to hdf5:"
seen 'nlohmann/' '^cli/' | none "JSON belongs to cli:"
exit $failures
