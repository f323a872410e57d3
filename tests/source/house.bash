# What the proofs of the checks have in common: a small house of their own, and whether a check finds fault with
# it. Sourced; `check` is the name of the script.
root=$(cd "$(dirname "$0")/../.." && pwd)
house=$(mktemp -d)
trap 'rm -rf "$house"' EXIT
failures=0

# judge good|bad WHAT: what the check finds of the house.
judge() {
  local found=good
  "$root/scripts/$check" "$house" >"$house/said" 2>&1 || found=bad
  [ "$found" = "$1" ] && return
  echo "$2: found $found"
  cat "$house/said"
  failures=1
}
