#!/bin/bash
# The check of idioms fails when it should, and not where a text or a comment has the words. Usage: idioms.sh
set -euo pipefail
check=check_idioms.sh
source "$(dirname "$0")/house.bash"
mkdir -p "$house/lang/text" "$house/runtime/numerics"

# expect good|bad LINE [FILE]
expect() {
  local file=$house/${3:-lang/text/scan.cpp}
  echo "$2" >"$file"
  judge "$1" "$2"
  rm "$file"
}

expect good 'constexpr double turn = 2 * std::numbers::pi;'
expect bad 'constexpr double turn = 6.28318530717958648;'
expect bad 'constexpr double half = 3.14159265358979;'
expect good 'const Constant pi{"pi", "3.14159"};'
expect good 'constexpr double length = 13.14159;'
expect bad 'return std::nan("");'
expect bad 'double least = INFINITY;'
expect good 'return std::numeric_limits<double>::infinity();'
expect bad 'constexpr int kMost = 3;'
expect good 'constexpr double kilo = 1e3;'
expect bad 'auto* place = const_cast<int*>(from);'
expect good 'auto* place = const_cast<int*>(from);' runtime/numerics/sparse_lu.cpp
expect bad '// TODO: the rest'
exit $failures
