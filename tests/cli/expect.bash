# For the tests of the command line: sets up an empty directory and counts failures.
# A test sources it with the program as first argument and ends in `exit $failures`.
mbs=$(realpath "$1") || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failures=0

# fail WHAT: counts what is not as it should be.
fail() {
  echo "FAILED: $1"
  failures=1
}

# expect CODE OUT_PATTERN ERR_PATTERN COMMAND...: the exit code, and what the streams must contain;
# an empty pattern takes anything.
expect() {
  local code=$1 out=$2 err=$3 got
  shift 3
  timeout 60 "$@" > out 2> err < "${input:-/dev/null}"
  got=$?
  if [ $got -eq "$code" ] && { [ -z "$out" ] || grep -qE -- "$out" out; } &&
    { [ -z "$err" ] || grep -qE -- "$err" err; }; then
    return
  fi
  printf 'FAILED: %s\n  exit %s, wanted %s\n' "$*" $got "$code"
  sed 's/^/  out: /' out
  sed 's/^/  err: /' err
  failures=1
}

# same A B: the two files are equal.
same() {
  cmp -s "$1" "$2" && return
  diff "$1" "$2" | sed 's/^/  /'
  failures=1
}

# impact_study EXPECTATION: two spheres that meet at the speed v, in study.mbs.
impact_study() {
  cat > study.mbs << S
param v = 0.5 m/s
body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (v, 0 m/s) }
body right { shape = sphere(50 mm), material = steel, at = (50, 0) mm }
contact hit: left to right { law = flores(0.8) }
simulate 1.2 ms
print "{hit.impacts[1].F_max in kN:.3}"
table { v_out = hit.impacts[1].v_out in m/s, open = hit.impacts[1].t_end in ms }
plot hit.FN in kN vs hit.delta in um
expect $1
S
}
