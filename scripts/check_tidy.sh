#!/bin/bash
# Fails if clang-tidy finds something in the C++ files of the program (.clang-tidy says what). Some seconds for each
# file, so it is no test of every build: before a release, and for what was touched. Ends with 77, skipped, without
# clang-tidy. Usage: scripts/check_tidy.sh BUILD [FILE...]   (BUILD has compile_commands.json)
cd "$(dirname "$0")/.." || exit 2
build=${1:?a folder with compile_commands.json}
shift
command -v clang-tidy >/dev/null || { echo "skipped: clang-tidy is not installed"; exit 77; }
files=("$@")
[ ${#files[@]} -gt 0 ] || mapfile -t files < <(find lang runtime service cli -name '*.cpp' | sort)
found=$(printf '%s\n' "${files[@]}" |
  xargs -P "$(nproc)" -n 4 clang-tidy -p "$build" --quiet --extra-arg=-Wno-unknown-warning-option 2>/dev/null |
  grep -E '(error|warning):' | sort -u)
[ -z "$found" ] && exit
echo "$found"
exit 1
