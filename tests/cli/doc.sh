#!/bin/bash
# `mbs doc` and `mbs units`. Usage: doc.sh PROGRAM
source "$(dirname "$0")/expect.bash"

cat > own.mbs <<'S'
mbs 1
## A study of one spring.

## How stiff it is.
param K = 1 N/mm
## Twice as stiff as it looks.
law twofold(k: N/m) = 2*k*delta
let unspoken = 1
S

expect 0 '^law flores\(ce: 1, n = 1.5' '' "$mbs" doc flores
expect 0 'density|mass' '' "$mbs" doc body.mass
expect 0 '^unit kN: 1000' '' "$mbs" doc kN
expect 0 '^normal laws' '' "$mbs" doc
expect 0 '^  lugre ' '' "$mbs" doc
expect 0 '^law hooke' '' "$mbs" doc stdlib/normal_elastic.mbs
expect 0 'A study of one spring' '' "$mbs" doc own.mbs
grep -q '^param K = 1 N/mm$' out && grep -q '^  Twice as stiff' out && grep -q '^law twofold(k: N/m)$' out ||
  { echo 'FAILED: the documentation of a script'; cat out; failures=1; }
grep -q unspoken out && { echo 'FAILED: what says nothing is listed'; failures=1; }
expect 0 '^sweep: runs its body' '' "$mbs" doc sweep
expect 0 'No blank inside a unit' '' "$mbs" doc units
expect 0 '^when: actions' '' "$mbs" doc when
expect 0 '^contact.FN: normal force' '' "$mbs" doc FN
expect 0 '^contact.impacts.1..v_in: closing' '' "$mbs" doc v_in
expect 2 '' 'did you mean .flores' "$mbs" doc flroes
expect 4 '' 'nowhere.mbs' "$mbs" doc nowhere.mbs

expect 0 '^2.5 N/um$' '' "$mbs" units '5 kN / 2 mm' N/um
expect 0 'in SI +2.5e\+06 N/m' '' "$mbs" units '5 kN / 2 mm'
expect 0 'dimension .*angular speed' '' "$mbs" units '5000 rpm'
expect 0 'equal to    83.3333 rev/s' '' "$mbs" units '5000 rpm'
grep -q Hz out && { echo 'FAILED: turns a minute are no frequency'; failures=1; }
expect 0 'equal to    50 dHz' '' "$mbs" units '5 Hz'
grep -q rpm out && { echo 'FAILED: a frequency is no angular speed'; failures=1; }
expect 2 '' 'E0211' "$mbs" units '5 kN' mm
expect 2 '' 'E0201' "$mbs" units '5 kgg'
expect 2 '' 'E0103' "$mbs" units '5 +'
expect 2 '' 'EXPR' "$mbs" units

exit $failures
