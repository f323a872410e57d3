#!/bin/bash
# Who takes the steps, and what is told of it. Usage: integrators.sh PROGRAM
source "$(dirname "$0")/expect.bash"
cat > ball.mbs <<'END'
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), mass = 0.1 kg, at = (0, 30) mm }
point plate = (0, 0) { shape = plane }
contact hit: ball to plate { law = flores(0.4, K = 1e8 N/m^1.5) }
simulate 1 s
print count(hit.impacts) > 3
END
cat > rigid.mbs <<'END'
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), mass = 0.1 kg, at = (0, 30) mm }
point plate = (0, 0) { shape = plane }
contact hit: ball to plate { law = newton(0.4) }
simulate 0.1 s
print final(ball.y) > 20 mm
END
sed 's/flores(0.4, K = 1e8 N\/m^1.5)/flores(0.4, K = 1e8 N\/m^1.5), friction = coulomb(0.2)/' ball.mbs > sticks.mbs
cat > loose.mbs <<'END'
body handle { point tip = (10, 0) mm }
body rod { mass = 1 kg, inertia = 1 g*m^2, cm = (100, 0) mm }
revolute O: ground to handle { angle = 0, speed = 1 rad/s }
revolute A: handle.tip to rod { angle = 0 }
simulate 10 ms
print final(rod.x) > 0 m
END

# By both in turns: IDA where the ball rests. That is what a script gets that does not ask.
"$mbs" run -v --integrator auto ball.mbs > asked 2>&1
"$mbs" run -v ball.mbs > usual 2>&1
same asked usual
expect 0 'true' 'method: IDA and Runge-Kutta 5.4.' "$mbs" run -v --integrator auto ball.mbs
expect 0 'true' 'integrator: IDA for 0[.][0-9]* of 1 s, taken up' "$mbs" run -v --integrator auto ball.mbs
expect 0 'true' 'explicit evaluations: [1-9]' "$mbs" run -v --integrator auto ball.mbs
expect 0 '"integrator":"IDA for 0[.][0-9]* of 1 s' '' "$mbs" run -v --json --integrator auto ball.mbs
# By one alone there is nothing to tell.
expect 0 'true' 'method: IDA$' "$mbs" run -v --integrator ida ball.mbs
[ "$("$mbs" run -v --integrator ida ball.mbs 2>&1 | grep -c 'integrator:\|explicit')" = 0 ] || fail 'IDA alone is told as more'
# What explicit steps do not suit goes with IDA without a word, but -v has the reason.
[ -z "$("$mbs" run --integrator auto sticks.mbs 2>&1 > /dev/null)" ] || fail 'a warning of auto'
expect 0 'true' 'integrator: explicit steps do not suit this model: .hit. can stick' "$mbs" run -v --integrator auto sticks.mbs
expect 0 '"integrator":"explicit steps do not suit' '' "$mbs" run -v --json --integrator auto sticks.mbs
# What is rigid is left to IDA while it is closed alone. Between blows explicit steps are few.
expect 3 "" E0510 "$mbs" run --integrator explicit rigid.mbs
expect 0 'true' 'explicit evaluations: [1-9]' "$mbs" run -v --integrator auto rigid.mbs
sed 's/newton(0.4)/newton(0.9)/; s/0.1 s/0.5 s/' rigid.mbs > bounces.mbs
expect 0 'true' 'method: Runge-Kutta 5.4.$' "$mbs" run -v --integrator auto bounces.mbs
steps() { "$mbs" run -v --integrator "$1" bounces.mbs 2>&1 | sed -n 's/^ *steps: //p'; }
(( 2 * $(steps auto) < $(steps ida) )) || fail "bounces by explicit steps: $(steps auto), by IDA: $(steps ida)"
# Where accelerations are rounding, explicit steps fail as often as not: IDA is tried soon, and wins.
cat > slow.mbs <<'END'
world planar { gravity = (0, -9.81) m/s^2 }
body crank  { mass = 0.3 kg, inertia = 1e-4 kg*m^2, point tip = (50, 0) mm }
body rod    { mass = 0.2 kg, inertia = 2.5e-4 kg*m^2, cm = (60, 0) mm, point pin = (120, 0) mm }
body slider { mass = 0.14 kg }
revolute O: ground to crank  { angle = 0 }
revolute A: crank.tip to rod { angle = 0 }
prismatic S: ground to slider
revolute B: rod.pin to slider
drive motor: O.speed = 3e-9 rpm
simulate 1.2e8 min
print final(slider.x) > 0 m
END
few=$("$mbs" run -v --integrator auto slow.mbs 2>&1 | sed -n 's/^ *explicit steps: //p')
[[ $few =~ ^[0-9]+$ ]] && (( few < 100 )) || fail "$few explicit steps of a motion that is none"
# So do contacts that begin where a step ends: explicit steps land on them.
sed 's/simulate 1 s/simulate 0.1 s { first_penetration = 1 um }/; s/^print.*/print at(hit.delta, hit.impacts[1].t) > 0 m/' ball.mbs > late.mbs
expect 0 'true' 'integrator: explicit steps do not suit this model: with .first_penetration. a contact begins at the end' "$mbs" run -v --integrator auto late.mbs
expect 3 "" E0510 "$mbs" run --integrator explicit late.mbs
expect 3 "" 'leave `--integrator explicit` out, or `first_penetration`' "$mbs" run --integrator explicit late.mbs
# A script without `integrator` is not told to leave it out.
expect 3 "" 'leave `--integrator explicit` out: IDA goes on' "$mbs" run --integrator explicit rigid.mbs
sed 's/0.1 s/10 ms { method = stepping, step = 1 ms }/; s/^print.*//' rigid.mbs > stepped.mbs
expect 3 "" 'no choice where `method = stepping`' "$mbs" run --integrator explicit stepped.mbs
cat > heap.mbs <<'END'
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), mass = 0.1 kg, at = (0, 40 mm) }
point floor = (0, 0) { shape = plane }
contacts heap { among = [ball, floor], law = hunt_crossley(ce = 0.5, K = 1e8 N/m^1.5) }
simulate 0.1 s { islands = true }
END
expect 3 "" 'islands take explicit steps' "$mbs" run --integrator explicit heap.mbs
# Islands and steps of fixed length come in place of both: there is no reason to tell.
for script in heap stepped; do
  [ "$("$mbs" run -v $script.mbs 2>&1 | grep -c 'integrator:')" = 0 ] || fail "$script: both are told of"
done
# What is counted of explicit steps goes on from one part of a run to the next.
cat > parts.mbs <<'END'
body b { mass = 1 kg, inertia = 1 g*m^2, at = (2, 0) m }
spring s: ground to b { stiffness = 1 N/m, length = 1 m }
simulate 1 s { integrator = ida }
continue 1 s { integrator = auto }
continue 1 s { integrator = explicit }
END
"$mbs" run -v parts.mbs > parts 2>&1
mapfile -t all < <(sed -n 's/^ *steps: //p' parts)
mapfile -t own < <(sed -n 's/^ *explicit steps: //p' parts)
[ ${#all[@]} = 3 ] && [ ${#own[@]} = 2 ] || fail "steps of parts: ${all[*]}; explicit: ${own[*]}"
for i in 1 2; do
  (( ${own[i-1]:-0} == ${all[i]:-0} - ${all[0]:-0} )) || fail "part $i: ${own[*]} of ${all[*]} explicit, ${all[0]} not"
done
sed -i '/auto/d' parts.mbs
expect 0 "" 'explicit steps: [1-9]' "$mbs" run -v parts.mbs
# Where explicit steps alone fail, or are very many, the other way is named.
cat > root.mbs <<'END'
body b { mass = 1 kg, inertia = 1 g*m^2, velocity = (3, 0) m/s }
force f: b = (-1 N*sqrt(1 - b.x/(1 m)), 0 N)
simulate 10 s
END
expect 3 "" 'with `auto` in place of `explicit`' "$mbs" run --integrator explicit root.mbs
"$mbs" run --integrator ida root.mbs 2>&1 | grep -q 'place of `explicit`' && fail 'IDA is told to take IDA'
# Nothing was computed: there are no results, whichever way that is found.
sed '/^simulate/d' "$(dirname "$0")/../errors/E0511_coupler.mbs" > coupler.mbs
cat >> coupler.mbs <<'END'
simulate 10 ms
print final(L.angle) > 20 deg
END
expect 0 'true' 'integrator: explicit steps need inertia in every direction, but .bar.' "$mbs" run -v coupler.mbs
expect 0 'true' 'method: IDA$' "$mbs" run -v coupler.mbs
expect 3 "" E0511 "$mbs" run --integrator explicit coupler.mbs
for script in coupler rigid; do
  [ -z "$("$mbs" run --integrator explicit $script.mbs 2> /dev/null)" ] || fail "$script: results of no run"
done
# Runs repeat to the last digit.
for i in 1 2; do "$mbs" run -v --json --integrator auto ball.mbs > "runs$i" 2>&1; done
same runs1 runs2
expect 2 '' 'write .ida., .explicit. or .auto.' "$mbs" run --integrator quick ball.mbs

exit $failures
