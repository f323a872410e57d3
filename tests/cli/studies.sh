#!/bin/bash
# Studies in one script: their rows are what separate runs give, for any number of passes at a time,
# and a pass that fails takes nothing else with it. Usage: studies.sh PROGRAM
examples=$(realpath "$(dirname "$0")/../../examples")
source "$(dirname "$0")/expect.bash"
cp "$examples/slider_crank.mbs" .

# The action of a study's sweep without the sweep, and its table of twelve digits as rows of words.
rows() { sed -n "/$1/,\$p" out | sed '1d; s/  */ /g; s/^ //' | grep -E "$2"; }

# compare STUDY PARAM HEAD VALUE...: HEAD begins the table's heading.
compare() {
  local study=$1 param=$2 head=$3 row=0 value
  shift 3
  sed '/^# /d; /plot/d; /^expect/d' "$examples/$study.mbs" > "$study.mbs"
  sed '/^sweep/d; /^}/d' "$study.mbs" > one.mbs
  "$mbs" "$study.mbs" --digits 12 --jobs 2 > out 2> err || { echo "FAILED: $study"; cat err; failures=1; }
  rows "$head" '[0-9]' > all
  "$mbs" "$study.mbs" --digits 12 --jobs 1 2> err1 | cmp - out || { echo "FAILED: $study, one job"; failures=1; }
  cmp err err1 || { echo "FAILED: warnings of $study, one job"; failures=1; }
  for value; do
    row=$((row + 1))
    "$mbs" one.mbs --set "$param=$value" --digits 12 > out 2> err1
    rows "$head" '[0-9]' > single
    sed -n "${row}p" all > swept
    cmp -s single swept || { echo "FAILED: $study, $value"; cat single swept; failures=1; }
  done
  [ "$(wc -l < all)" -eq $row ] || { echo "FAILED: rows of $study"; cat all; failures=1; }
}
compare friction_sweep mu '^ *mu ' 0.01 0.03 0.05 0.10
compare five_laws model '^ *model ' hertz 'lankarani_nikravesh(0.9)' dubowsky_freudenstein goldsmith esdu_78035

# The law of the second pass ends its run: the pass is named, the others are there.
cat > failing.mbs <<'S'
param limit = 0 N
law stiff(K: N/m = 1e6 N/m) {
  FN = K*delta
  require FN < limit, "more than it can bear"
}
body ball { mass = 1 kg, shape = sphere(20 mm), at = (0, 21) mm, velocity = (0, -1) m/s }
point plate = (0, 0) { shape = plane }
contact hit: ball to plate { law = stiff }
sweep limit in [2, 0.1, 3] kN {
  simulate 6 ms
  table { limit, F = max(hit.FN) }
}
S
expect 3 '2 +1000$' 'limit = 0.1 kN' "$mbs" failing.mbs --jobs 1
grep -Eq '3 +1000$' out || { echo 'FAILED: the pass after the one that failed'; cat out; failures=1; }
cp out first
cp err first_err
expect 3 '' '' "$mbs" failing.mbs --jobs 3
same out first
same err first_err

exit $failures
