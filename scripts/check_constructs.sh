#!/bin/bash
# Fails if a construct of the language stands in no script of examples or tests: the kinds of declarations
# with their attributes and signals, functions, laws and materials that `mbs doc` lists, and the words of
# the grammar in docs/language.md. Usage: scripts/check_constructs.sh PROGRAM
program=$(realpath "$1") || exit 2
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed 's/#.*//' examples/*.mbs examples/figures/*.mbs tests/golden/*.mbs tests/cli/*.mbs >"$work/scripts"
# Laws and what they are made of may stand in the tests of their values instead.
find tests/unit tests/support -name "*.[ch]pp" -exec cat "$work/scripts" {} + >"$work/law_scripts"
failures=0

# shown WHAT NAME PATTERN [FILE]
shown() {
  grep -Pzq -- "$3" "$work/${4:-scripts}" && return
  echo "$1 \`$2\` stands in no script of examples or tests"
  failures=1
}

# The names below TITLE in what `mbs doc` says.
names() { awk -v title="$1" '/^[^ ]/ { inside = $0 == title; next } inside { sub(/\(.*/, "", $1); print $1 }'; }

"$program" doc >"$work/all" || exit 2
for kind in $(names "kinds of declarations" <"$work/all"); do
  shown "kind" "$kind" "(?m)(^|[{;,])\s*$kind \w"
  "$program" doc "$kind" >"$work/kind" || exit 2
  for name in $(names attributes <"$work/kind"); do
    shown "attribute" "$kind.$name" "\b$kind\s[^{}]*+\{(?:[^{}]|\{[^{}]*+\})*?[,\s]$name\s*[=~]"
  done
  for name in $(names results <"$work/kind"); do shown "signal" "$kind.$name" "\.$name\b"; done
done
for name in $(names "functions of the language" <"$work/all"); do shown "function" "$name" "\b$name\("; done
for name in $(names "materials" <"$work/all"); do shown "material" "$name" "\b$name\b"; done
for title in "normal laws" "friction laws" "functions of the library"; do
  for name in $(names "$title" <"$work/all"); do shown "law" "$name" "\b$name\b" law_scripts; done
done
for word in $(sed -n '/^## 25/,$p' docs/language.md | grep -oE '"[a-z]+"' | tr -d '"' | sort -u); do
  shown "word" "$word" "\b$word\b"
done
exit $failures
