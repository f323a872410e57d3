#!/bin/bash
# Runs the scripts in the documents: the fenced blocks of docs/*.md and lang/diagnostics/explanations/*.md.
#   mbs           runs, and its expectations hold; laws may say that they left their domain
#   mbs-error     fails with the code named in its first line; options may follow the code there
#   mbs-warning   runs and warns with that code
# Usage: scripts/check_docs.sh PROGRAM [DOCUMENT...]
program=$(realpath "$1") || exit 2
cd "$(dirname "$0")/.." || exit 2
shift
documents=("$@")
[ $# -eq 0 ] && documents=(README.md docs/*.md lang/diagnostics/explanations/*.md)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes each block to $work/NUMBER.mbs and a line "NUMBER TAG DOCUMENT:LINE" to $work/list.
awk -v work="$work" '
  FNR == 1 { inside = 0 }
  !inside && /^```mbs(-error|-warning)?$/ { n++; file = work "/" n ".mbs"; inside = 1
    printf "" > file; print n, substr($0, 4), FILENAME ":" FNR > (work "/list"); next }
  inside && /^```$/ { inside = 0; close(file); next }
  inside { print > file }' "${documents[@]}"

# judge TAG CODE STATUS REPORT: says what is wrong, if anything.
judge() {
  local report
  report=$(cat "$4")
  case $1 in
    mbs)
      [ "$3" -eq 0 ] || echo "exit code $3"
      grep '^warning' <<< "$report" | grep -qv 'W0601' && echo "warns" ;;
    mbs-error)
      [ "$3" -ne 0 ] || echo "runs, but should fail with $2"
      grep -q "^error\[$2\]" <<< "$report" || echo "does not say $2" ;;
    mbs-warning)
      [ "$3" -eq 0 ] || echo "exit code $3"
      grep -q "^warning\[$2\]" <<< "$report" || echo "does not say $2" ;;
  esac
}

failures=0
while read -r number tag place; do
  script=$work/$number.mbs
  read -r mark code options < "$script"
  [ "$mark" = '#' ] && [ "$tag" != mbs ] || { code=''; options=''; }
  # The options are words without quotes, split here on purpose.
  (cd "$work" && timeout 120 "$program" run --color never $options "$script") > "$work/out" 2> "$work/err" < /dev/null
  wrong=$(judge "$tag" "$code" $? "$work/err")
  [ -z "$wrong" ] && continue
  echo "$place ($tag): ${wrong//$'\n'/, }"
  sed 's/^/    /' "$work/err" | head -12
  failures=$((failures + 1))
done < "$work/list"
echo "$(wc -l < "$work/list") blocks, $failures wrong"
[ $failures -eq 0 ]
