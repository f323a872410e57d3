#!/bin/bash
# Fails if what is one thing to its user is spread over more files than it may be: the walks in docs/architecture.md
# ("Walks") name no more files than each is allowed, files that name a thing without being on its walk are as few
# as is said here, and what is decided is decided in one place. Usage: scripts/check_walks.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
failures=0

complain() {
  echo "$1"
  failures=1
}

# Files of the program with a pattern in their code.
naming() {
  find lang runtime service cli -name '*.[ch]pp' 2>/dev/null | sort | xargs -r grep -lE "$1"
}

# "NUMBER WALK | FILES" of each row of the table below the heading.
walks() {
  awk -F'|' '/^## /{ inside = ($0 == "## Walks") } inside && $3 ~ /^ *[0-9]+ *$/ { print $3 "|" $2 "|" $4 }' docs/architecture.md
}

files_of() {
  grep -oE '`[^`]+`' <<<"$1" | tr -d '`'
}

while IFS='|' read -r most name files; do
  count=$(files_of "$files" | wc -l)
  [ "$count" -le "$most" ] || complain "the walk of$name names $count files, and may name $most"
done < <(walks)

# on_walk WORD PATTERN: files that have the pattern stand in the row whose name has the word.
on_walk() {
  local row file
  row=$(walks | grep -F "$1")
  [ -n "$row" ] || complain "docs/architecture.md has no walk of $1"
  for file in $(naming "$2"); do
    files_of "$row" | grep -qxF "$file" || complain "$file is not on the walk of $1"
  done
}
# at_most NUMBER PATTERN WHAT
at_most() {
  local found
  found=$(naming "$2")
  [ "$(wc -w <<<"$found")" -le "$1" ] || complain "more than $1 files name $3:"$'\n'"$found"
}

on_walk delta_max 'law_deepest|LawArguments::deepest|memory[.]largest'
at_most 10 'option::tol[^a-z_]|[.]tol[^a-z_]|tolerance[(][)]' 'the tolerance that is asked for'
at_most 1 'std::optional<double> tol;.*as it was asked' 'it as a setting'
at_most 1 '[.]default_text = "1e-6"' 'its default'
# run_settings (both of its files) decides, and the executor asks it.
at_most 3 'decided\(.*(asked|runs)' 'what decides between script and command line'
exit $failures
