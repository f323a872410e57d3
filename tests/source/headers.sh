#!/bin/bash
# The check of headers fails when it should. Usage: headers.sh
set -euo pipefail
check=check_headers.py
source "$(dirname "$0")/house.bash"
mkdir -p "$house/lang/text" "$house/lang/units" "$house/runtime/setup"
cd "$house"

printf '#pragma once\nnamespace mbs {\nint size_of(const char* text);\ninline int twice(int n) { return 2 * n; }\nclass Scan { int next(int n); };\n}\n' \
  >lang/text/scan.hpp
printf 'namespace mbs {\nnamespace { int next(int n) { return n; } }\nint size_of(const char* text) { return text[0]; }\nint Scan::next(int n) { return n; }\n}\n' \
  >lang/text/scan.cpp
judge good 'a body beside its header'
mv lang/text/scan.cpp lang/text/scan_bytes.cpp
judge good 'a body in a part that is named after its header'
mv lang/text/scan_bytes.cpp lang/text/bytes.cpp
judge bad 'a body in a file of another name'
mv lang/text/bytes.cpp lang/units/scan.cpp
judge bad 'a body in another folder'
rm lang/units/scan.cpp
judge good 'what is generated'
printf 'namespace mbs {\nnamespace {\nint size_of(const char* text) { return 0; }\n}\nint Other::size_of(const char* text) { return 0; }\n}\n' \
  >lang/units/other.cpp
judge good 'functions of that name that are nobody else'"'"'s'
rm lang/units/other.cpp
touch lang/units/unit_table.cpp
judge bad 'a name that repeats its folder'
touch lang/units/unit.hpp
judge good 'a part of the header that is called as the folder is'
exit $failures
