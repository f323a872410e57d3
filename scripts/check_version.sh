#!/bin/bash
# Fails if a file that is not compiled says another version than the program. Usage:
# scripts/check_version.sh PROGRAM [ROOT]
program=$(realpath "$1") || exit 2
cd "${2:-$(dirname "$0")/..}" || exit 2
version=$("$program" --version | sed 's/^mbs //')
failures=0

# says FILE PATTERN BEFORE: the first line that fits has, in quotes, BEFORE and the version.
says() {
  grep -m1 -E "$2" "$1" | grep -qF "\"$3$version" && return
  echo "$1 has no version $version: $(grep -m1 -E "$2" "$1")"
  failures=1
}

says share/jupyter/mbs_kernel.py 'implementation_version =' ''
says share/man/man1/mbs.1 '^\.TH' 'mbs '
says editors/vscode/package.json '"version":' ''
exit $failures
