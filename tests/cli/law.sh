#!/bin/bash
# `mbs law`: the library's laws, arguments that are missing or wrong. Usage: law.sh PROGRAM
source "$(dirname "$0")/expect.bash"

# A hysteretic law's restitution follows from ce alone: 0.8471 of 0.8 by Lankarani and Nikravesh.
expect 0 'restitution 0.8471 \(asked: 0.8\)' '' \
  "$mbs" law lankarani_nikravesh ce=0.8 "K=2.4e10 N/m^1.5" --mass 2.04kg --speed 0.5m/s
grep -q 'one impact of 2.04 kg at 0.5 m/s' out || { echo 'FAILED: what was tried'; failures=1; }
# Laws for journals are tried with a pin in a bearing.
expect 0 'steel pin .* restitution 1$' '' bash -c "'$mbs' law johnson | tr '\n' ' ' | sed 's/ *FN .*//'"
expect 0 'To see an impact give ce=' '' "$mbs" law flores
expect 0 'it slide give mu=.* vr=' '' "$mbs" law threlfall
expect 0 'at full speed FT 30 N' '' "$mbs" law coulomb mu=0.3
expect 0 '^  lugre  +[A-Z]' '' "$mbs" law
[ "$(sed -n '1p' out)" = 'normal laws' ] && grep -q '^friction laws$' out ||
  { echo 'FAILED: law list'; failures=1; }
# With adhesion the law pulls at first touch.
expect 0 '^ *-[0-9.]+ \|' '' "$mbs" law jkr 'w=0.1 J/m^2' --adhesion --speed '1 mm/s' --mass 1g

# Several: a table, and one plot of all. 0.662962 and 0.470445 follow from ce = 0.5 for these two.
expect 0 'hunt_crossley\(ce = 0.5\) +0.5 +0.662962 ' '' "$mbs" law hunt_crossley flores hertz ce=0.5
expect 0 '  hertz +- +1 ' '' "$mbs" law hunt_crossley flores hertz ce=0.5
expect 0 '\* hunt_crossley\(ce = 0.5\) \[kN\]   \+ flores\(ce = 0.5\) \[kN\]' '' \
  "$mbs" law hunt_crossley flores hertz ce=0.5
# One that needs a bearing puts all of them there.
expect 0 'steel pin .* restoring\(johnson, 0.5\) +0.5 +0.5 ' '' \
  bash -c "'$mbs' law hertz 'restoring(johnson,0.5)' | tr '\n' ' ' | sed 's/ \* hertz.*//'"
expect 0 'coulomb_tanh\(mu = 0.3, vr = 1 mm/s\) +30 ' '' "$mbs" law coulomb coulomb_tanh mu=0.3 vr='1 mm/s'
expect 0 '' '' "$mbs" law hertz 'hooke(1e8 N/m)' --svg loops.svg
grep -q '<svg' loops.svg || { echo 'FAILED: no picture'; failures=1; }
expect 2 '' 'compare laws of one kind' "$mbs" law hertz coulomb mu=0.3
expect 2 '' 'to compare .flores. give ce=' "$mbs" law hertz flores
expect 2 '' 'none of these laws' "$mbs" law hertz flores ce=0.8 mu=3
expect 2 '' 'E0411' "$mbs" law hertz 'flores(8)'

expect 2 '' 'did you mean .flores' "$mbs" law floers
expect 2 '' 'no argument' "$mbs" law flores cr=0.8
expect 2 '' 'E0411' "$mbs" law flores ce=8
expect 2 '' 'E0104' "$mbs" law flores 'ce=0.8)'
expect 2 '' 'E0203' "$mbs" law flores ce=0.8 --mass 3m
expect 2 '' 'twice' "$mbs" law flores ce=0.8 ce=0.9
expect 2 '' 'argument=value' "$mbs" law flores 0.8
expect 4 '' 'nowhere' "$mbs" law flores --from nowhere.mbs

exit $failures
