#!/bin/bash
# Fails where the code has a second way to say what it says in one: numbers that the library knows, names of constants,
# casts that take a promise back, notes of what is left to do, comments that begin at their end, memory without an owner. Usage: scripts/check_idioms.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
failures=0

sources() {
  find lang runtime service cli -name '*.[ch]pp' 2>/dev/null | sort
}

# refuse PATTERN WHY [EXCEPT]: lines with the pattern outside of texts, but for files that match EXCEPT.
refuse() {
  local lines
  lines=$(sources | grep -vE "${3:-^$}" | xargs -r awk -v pattern="$1" '
    { bare = $0; gsub(/"([^"\\]|\\.)*"/, "\"\"", bare) }
    bare ~ pattern { print FILENAME ":" FNR ": " $0 }')
  [ -z "$lines" ] && return
  printf '%s\n%s\n' "$2" "$lines"
  failures=1
}

refuse '(^|[^0-9.])(3[.]1415|6[.]2831|1[.]5707|57[.]295)|(^|[^A-Za-z0-9_])M_PI($|[^A-Za-z0-9_])' \
  "pi is std::numbers::pi:" '^runtime/numerics/sine[.]hpp$' # a part of it with 33 bits, which is not pi
refuse '(std::)?nan[(]""[)]|(^|[^A-Za-z0-9_])(NAN|INFINITY|HUGE_VAL)($|[^A-Za-z0-9_])' \
  "not a number and infinity are those of std::numeric_limits:"
refuse 'const(expr)? [^=(]*[^A-Za-z0-9_]k[A-Z][A-Za-z0-9]* *(=|\{|\[)' "constants are snake_case:"
refuse 'const_cast<' "what is changed is not const:" '^runtime/numerics/sparse_lu[.]cpp$' # its library's functions
refuse '(std::)?is(alnum|alpha|digit)[(]' "letters, digits and words are those of lang/text/lexeme.hpp:"
refuse '(TODO|FIXME|XXX)' "what is left to do is no comment:"
# A comment that begins with what something is of keeps its reader waiting for what it is.
riddles=$(sources | xargs -r awk '
  FNR == 1 { before = "" }
  /^ *\/\/ Of / && before !~ /^ *\/\// { print FILENAME ":" FNR ": " $0 }
  { before = $0 }')
if [ -n "$riddles" ]; then
  printf '%s\n%s\n' "a comment begins with its subject, not with \`Of\`:" "$riddles"
  failures=1
fi

# A memory that anyone writes has no owner: its fields are read from outside, and changed by what it is told.
memory_of() {
  sed -n "/^struct $1 /,/^};/p" "runtime/model/$2" 2>/dev/null |
    grep -E '^  [A-Za-z_:]+(<.*>)? [a-zA-Z_0-9]+( = |,|;)' | grep -vE '^  (Kept<|WatchFlags |return )'
}
written=$(memory_of ContactMemory contact_memory.hpp; memory_of ContactMode contact_mode.hpp)
if [ -n "$written" ]; then
  printf '%s\n%s\n' "what a contact remembers is Kept<...> (runtime/model/contact_memory.hpp, contact_mode.hpp):" "$written"
  failures=1
fi
exit $failures
