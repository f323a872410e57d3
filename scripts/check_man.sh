#!/bin/bash
# Fails if a command or an option of the program is missing in the man page.
# Usage: scripts/check_man.sh PROGRAM
program=$(realpath "$1") || exit 2
cd "$(dirname "$0")/.." || exit 2
page=$(sed -e 's/\\-/-/g' share/man/man1/mbs.1)
failures=0

for command in $("$program" --help | awk '/^commands:/ { inside = 1; next } inside && !NF { exit } inside { print $1 }'); do
  grep -qE "^\.(B|BI|BR) $command( |$)" <<< "$page" && continue
  echo "the man page has no command $command"
  failures=1
done
for option in $("$program" run --help | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
  grep -qF -- "$option" <<< "$page" && continue
  echo "the man page has no option $option"
  failures=1
done
exit $failures
