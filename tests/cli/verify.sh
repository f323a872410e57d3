#!/bin/bash
# `mbs run --verify`, and what a run says of itself. Usage: verify.sh PROGRAM
source "$(dirname "$0")/expect.bash"

# A pendulum that is released: how late it is grows with the tolerance, its highest speed is kept best.
cat > pendulum.mbs <<'S'
world planar { gravity = (0, -9.81) m/s^2 }
param a = 60 deg
body rod { mass = 1 kg, inertia = 1 g*m^2, cm = (0, -0.5) m }
revolute O: ground to rod { angle = a, speed = 0 rad/s }
simulate 5 s { tol = 1e-3 }
print "at the end {final(O.angle) in deg:.6}", 3*4
table swings { top = max(O.speed) }
sweep a in [10, 20] deg {
  simulate 1 s { tol = 1e-3 }
  table study { a, end = final(O.angle) }
}
expect max(energy.error) < 1
S
expect 0 '' '' "$mbs" pendulum.mbs
cp out plain
expect 0 '' '' "$mbs" pendulum.mbs --verify
head -n "$(wc -l < plain)" out > begin
same begin plain
tail -n +"$(($(wc -l < plain) + 1))" out > verified
grep -Eq '^ +verified +value +at tol/10 +digits$' verified || { echo 'FAILED: heads'; cat verified; failures=1; }
grep -Eq '^ +3\*4 +12 +12 +6$' verified || { echo 'FAILED: what no run enters keeps all digits'; cat verified; failures=1; }
grep -Eq '^ +study: a \[deg\], the worst of 2 +10 +10 +6$' verified || { echo 'FAILED: a column'; cat verified; failures=1; }
# The numbers are those of a run at 1e-4, and the digits those that are equal: 1 to 5 here.
"$mbs" pendulum.mbs --tol 1e-4 > tenth
angle=$(sed -nE 's/^at the end (\S+).*/\1/p' plain) again=$(sed -nE 's/^at the end (\S+).*/\1/p' tenth)
awk -v a="$angle" -v b="$again" 'BEGIN { r = (a - b)/b; exit !(r < 0.1 && r > -0.1 && r != 0) }' ||
  { echo "FAILED: $angle and $again"; failures=1; }
grep -E 'at the end' verified | grep -Eq ' [1-5]$' || { echo 'FAILED: digits of the angle'; cat verified; failures=1; }
expect 0 '"type":"verified".*"name":"3\*4","unit":"","count":1,"value":12(\.0)?,"again":12(\.0)?,"digits":6' '' \
  "$mbs" pendulum.mbs --verify --json

# What the tolerance decides is said, and fails.
cat > flips.mbs <<'S'
world planar { gravity = (0, -9.81) m/s^2 }
body rod { mass = 1 kg, inertia = 1 g*m^2, cm = (0, -0.5) m }
revolute O: ground to rod { angle = 60 deg, speed = 0 rad/s }
simulate 5 s { tol = 1e-3 }
expect max(energy.error) > LIMIT
S
error=$("$mbs" -e "$(grep -v expect flips.mbs; echo 'print "{max(energy.error):.9g}"')")
sed -i "s/LIMIT/0.7*$error/" flips.mbs
expect 0 '' '' "$mbs" flips.mbs
expect 1 'not verified: .*: holds, at tol/10 it fails' '' "$mbs" flips.mbs --verify
expect 1 '"expectations":\[\{"text":".*","failed":0,"failed_again":1\}\]' '' "$mbs" flips.mbs --verify --json

# A run at rest that a force starts has no error; -v and JSON say what the script sees.
cat > start.mbs <<'S'
body b { mass = 1 kg, inertia = 1 g*m^2 }
force f: b = (1 N, 0 N)
simulate 0.4 s { integrator = ida }
print "{max(energy.error):.3g}"
expect max(energy.error) < 1e-6
S
expect 0 '' 'largest energy.error: ' "$mbs" start.mbs -v
[ "$(sed -nE 's/.*largest energy.error: //p' err)" = "$(cat out)" ] || { echo 'FAILED: -v'; cat out err; failures=1; }
expect 0 '"energy_error":[0-9.e-]+,"audits":\[\{"code":"W0705","of":"energy","value":' '' "$mbs" start.mbs -v --json

# Audits are warnings, which --werror makes errors.
cat > lost.mbs <<'S'
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), material = steel, at = (0, 100 mm) }
point plate = (0, 0) { shape = plane, material = steel }
contact hit: ball to plate { law = flores(0.8) }
simulate 1 s { tol = 0.1 }
S
expect 0 '' 'warning\[W0705\]' "$mbs" lost.mbs
expect 2 '' 'warnings count as errors' "$mbs" lost.mbs --werror
expect 0 '' '' "$mbs" lost.mbs --tol 1e-6 --werror

exit $failures
