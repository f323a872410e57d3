#!/bin/bash
# The check of idioms fails when it should, and not where a text or a comment has the words. Usage: idioms.sh
set -euo pipefail
check=check_idioms.sh
source "$(dirname "$0")/house.bash"
mkdir -p "$house/lang/text" "$house/runtime/numerics" "$house/runtime/model"

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
expect good $'struct ContactMemory {\n  Kept<bool> off = false;\n  void end() { off = true; }\n};' runtime/model/contact_memory.hpp
expect bad $'struct ContactMemory {\n  bool off = false;\n};' runtime/model/contact_memory.hpp
expect good $'struct ContactMode : ContactMemory {\n  WatchFlags flags;  // of its law\n  void lose_way() { slow = 0; }\n};' runtime/model/contact_mode.hpp
expect bad $'struct ContactMode : ContactMemory {\n  std::vector<double> flags;\n};' runtime/model/contact_mode.hpp
expect bad $'struct ContactMode : ContactMemory {\n  double slow = 0;\n};' runtime/model/contact_mode.hpp
exit $failures
