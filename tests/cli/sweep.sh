#!/bin/bash
# `mbs sweep`: values, products, gathered tables, passes that fail, files. Usage: sweep.sh PROGRAM
source "$(dirname "$0")/expect.bash"

cat > study.mbs <<'S'
param c = 1 mm
param k = 2
param model = hooke(K = 1 N/m)
print "c is {c in mm}"
table { twice = k*c in mm }
expect c < 3 mm
S

# The last param is the fastest; ranges hold both ends.
expect 0 '' '' "$mbs" sweep study.mbs c=0.1..0.3mm:3 k=1,5
cat > wanted <<'S'
c = 0.1 mm, k = 1:
c is 0.1 mm
c = 0.1 mm, k = 5:
c is 0.1 mm
c = 0.2 mm, k = 1:
c is 0.2 mm
c = 0.2 mm, k = 5:
c is 0.2 mm
c = 0.3 mm, k = 1:
c is 0.3 mm
c = 0.3 mm, k = 5:
c is 0.3 mm

  c       k  twice [mm]
  0.1 mm  1         0.1
  0.1 mm  5         0.5
  0.2 mm  1         0.2
  0.2 mm  5           1
  0.3 mm  1         0.3
  0.3 mm  5         1.5
S
same out wanted
cp out first
# Output does not depend on how many passes run at a time.
for jobs in 1 4; do
  expect 0 '' '' "$mbs" sweep study.mbs c=0.1..0.3mm:3 k=1,5 --jobs $jobs
  same out first
done

# Commas inside brackets belong to the value.
expect 0 'model = hertz\(1.5, K = 1e5 N/m\^1.5\):' '' \
  "$mbs" sweep study.mbs 'model=hooke(K = 2 N/m),hertz(1.5, K = 1e5 N/m^1.5)'

# A failed pass says so under its heading; the others go on.
expect 1 'c = 4 mm:' 'E0801' "$mbs" sweep study.mbs c=2mm,4mm,1mm
grep -q '^  1 mm ' out || { echo 'FAILED: the pass after a failed one'; cat out; failures=1; }
expect 2 'c = 3 N' 'E0208' "$mbs" sweep study.mbs 'c=2mm,3 N'
expect 2 '' 'E0303' "$mbs" sweep study.mbs d=1,2
expect 2 '' 'E0304' "$mbs" sweep study.mbs hertz=1,2
expect 2 '' 'write a range' "$mbs" sweep study.mbs c=1..2:x
expect 2 '' 'twice' "$mbs" sweep study.mbs c=1mm c=2mm
expect 2 '' 'twice' "$mbs" sweep study.mbs c=1mm --set c=2mm
expect 2 '' 'a value is missing' "$mbs" sweep study.mbs c=1mm,
expect 2 '' 'param=value' "$mbs" sweep study.mbs
expect 4 '' 'nowhere' "$mbs" sweep nowhere.mbs c=1mm

# Passes write files of their own.
printf 'param c = 1 mm\ntable to "t.csv" { c in mm }\n' > files.mbs
expect 0 '' '' "$mbs" sweep files.mbs c=1mm,2mm
grep -q '^2' t_2.csv && grep -q '^1' t_1.csv || { echo 'FAILED: files'; ls; failures=1; }
expect 0 '"type":"pass","params":..k":"1"' '' "$mbs" sweep study.mbs k=1,2 --json

# Runs say their pass, and the notes of a plot name it and its line.
printf 'mbs 1\nparam k = 1\nbody b { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\nsweep k in [1, 2] {\n simulate 1 s\n}\nsimulate 1 s\nplot b.x vs t { y = log }\n' > log.mbs
expect 0 '"type":"run".*"pass":"k = 2"' '' "$mbs" run log.mbs --json
[ "$(grep -c '"type":"run".*"pass"' out)" = 2 ] || { echo 'FAILED: runs with a pass'; cat out; failures=1; }
grep -q '"type":"note","text":"[^"]*points of `b.x` vs `t` are not above 0[^"]*","line":8' out || { echo 'FAILED: the line of a note'; cat out; failures=1; }
expect 0 '' 'of `b.x` vs `t` are not above 0.*[(]line 8[)]$' "$mbs" run log.mbs

# Who takes the steps is asked of all passes.
cat > fall.mbs <<'S'
param m = 1 kg
body b { mass = m, inertia = 1 g*m^2, velocity = (1, 0) m/s }
simulate 1 s
print final(b.x)
S
expect 0 'm = 2 kg' 'method: Runge-Kutta' "$mbs" sweep -v --integrator explicit fall.mbs m=1kg,2kg
grep -q 'method: IDA' err && { echo 'FAILED: a pass by another integrator'; cat err; failures=1; }

# With a text as the script a file beside it is no param, and the message says so.
expect 2 '' 'with `-e` its text is the script' "$mbs" sweep study.mbs c=1mm -e 'param c = 1 mm'
expect 2 '' '`study.mbs` gives a param no values' "$mbs" sweep study.mbs study.mbs

exit $failures
