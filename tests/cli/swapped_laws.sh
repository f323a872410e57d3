#!/bin/bash
# Examples with contacts by force in the plane run with rigid laws in their place, and no other change but Coulomb's friction: the run
# ends, and contacts are its failure in no case. What the scripts expect of their own laws is of no interest here.
# Usage: swapped_laws.sh PROGRAM
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
source "$(dirname "$0")/expect.bash"

# Left out: what asks for numbers of its own law (four_bar, slider_crank, newtons_cradle, identification, flores_leine_glocker), begins
# with an overlap (flores_08, flores_09) or on both sides of a pin at once (flores_07), strikes in a crowd for minutes
# (balls_in_a_box, ratchet, box_of_balls), takes seconds of each law and is like four_bar (worn_four_bar), or meets by whole polygons
# (gears). The woodpecker falls off its pole with so little friction, and its sleeve spins until E0701.
scripts="bouncing_ball cam_follower compare_laws cradle_orders geneva implicit_law loose_guide many_drops own_law
  rigid_ball rocking_ellipse three_families tumbling_block two_spheres figures/ball_on_table figures/pin_in_hole"
call='[A-Za-z_]+(\[[^]]*\])?(\(([^()]|\([^()]*\))*\))?'

# swapped SCRIPT LAW
swapped() {
  sed -E "s/\blaw( *)= *$call/law = $2/; s/\bfriction( *)= *$call/friction = coulomb(0.1)/" "$examples/$1.mbs" > swapped.mbs
  grep -qF "law = $2" swapped.mbs || { echo "FAILED: $1 has no law to swap"; failures=1; }
  timeout 60 "$mbs" run swapped.mbs > out 2> err
  local got=$?
  [ $got -ne 124 ] && ! grep -q '^error\[E0[1-7]' err && return
  [ $got -ne 124 ] && ! grep '^error\[E0[1-7]' err | grep -qv 'E0310' && return  # a row of impacts that another law had
  echo "FAILED: $1 with $2: exit $got"
  sed 's/^/  /' err
  failures=1
}

for script in $scripts; do
  for law in 'newton(0.7)' 'poisson(0.7)' 'stronge(0.7)' unilateral; do swapped "$script" "$law"; done
done
exit $failures
