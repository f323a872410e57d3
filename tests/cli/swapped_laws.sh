#!/bin/bash
# Examples with contacts by force run with rigid laws in their place, and no other change but Coulomb's friction: the run ends, and
# contacts are its failure in no case. What the scripts expect of their own laws is of no interest here. In space all examples that
# have a law are looked at: what cannot run says in one sentence why.
# Usage: swapped_laws.sh PROGRAM
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
source "$(dirname "$0")/expect.bash"

# Left out in the plane: what asks for numbers of its own law (four_bar, slider_crank, newtons_cradle, identification, flores_leine_glocker), begins
# with an overlap (flores_08, flores_09) or on both sides of a pin at once (flores_07), strikes in a crowd for minutes
# (balls_in_a_box, ratchet, box_of_balls), takes seconds of each law and is like four_bar (worn_four_bar), or meets by whole polygons
# (gears). The woodpecker falls off its pole with so little friction, and rattles on it for ten metres and more until steps are lost in rounding (E0701).
scripts="bouncing_ball cam_follower compare_laws cradle_orders geneva implicit_law loose_guide many_drops own_law
  rigid_ball rocking_ellipse three_families tumbling_block two_spheres figures/ball_on_table figures/pin_in_hole"
in_space="ball_joint loose_shaft rigid_die rolling_coin"
call='[A-Za-z_]+(\[[^]]*\])?(\(([^()]|\([^()]*\))*\))?'

# swap SCRIPT LAW: runs it, into out and err.
swap() {
  sed -E "s/\blaw( *)= *$call/law = $2/; s/\bfriction( *)= *$call/friction = coulomb(0.1)/" "$examples/$1.mbs" > swapped.mbs
  grep -qF "law = $2" swapped.mbs || { echo "FAILED: $1 has no law to swap"; failures=1; }
  timeout 60 "$mbs" run swapped.mbs > out 2> err
}

# swapped SCRIPT LAW
swapped() {
  swap "$1" "$2"
  local got=$?
  [ $got -ne 124 ] && ! grep -q '^error\[E0[1-7]' err && return
  [ $got -ne 124 ] && ! grep '^error\[E0[1-7]' err | grep -qv 'E0310' && return  # a row of impacts that another law had
  echo "FAILED: $1 with $2: exit $got"
  sed 's/^/  /' err
  failures=1
}

# refused SCRIPT LAW CODE WORDS: this alone, and says so.
refused() {
  told="$told $1"
  swap "$1" "$2"
  grep -qE "^error\[$3\]: .*$4" err && ! grep '^error\[E' err | grep -qv "$3" && return
  echo "FAILED: $1 with $2 does not say why by $3: $4"
  sed 's/^/  /' err
  failures=1
}

for law in 'newton(0.7)' 'poisson(0.7)' 'stronge(0.7)' unilateral inelastic; do
  for script in $scripts $in_space; do
    # A coin that resists rolling.
    [[ $script$law == rolling_coin[ps]* ]] || swapped $script "$law"
  done
  refused balls_in_space   "$law" E0414 'cannot be moved island by island'
  refused rattleback       "$law" E0507 'overlap by .* at the start'
  refused side_spin        "$law" E0507 'overlap by .* at the start'
  refused spatial_four_bar "$law" E0301 'clearance `B` has no `K`'
done
for law in 'poisson(0.7)' 'stronge(0.7)'; do
  refused rolling_coin "$law" E0408 '`rolling` has no part in a blow whose law speaks of impulses or work'
done

# Whoever adds an example in space says here what it does.
for file in $(grep -lE '\blaw *=' $(grep -l '^world spatial' "$examples"/*.mbs)); do
  script=$(basename "$file" .mbs)
  [[ " $in_space $told " == *" $script "* ]] || { echo "FAILED: $script, in space, is not looked at"; failures=1; }
done
exit $failures
