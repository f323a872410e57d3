#!/bin/bash
# Planar examples made spatial by one word, `world spatial` for `world` (or one where there was none) and `plane(y)` for `plane`: all
# that they expect of themselves holds there, too.
# Usage: lifted.sh PROGRAM
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
source "$(dirname "$0")/expect.bash"

# Left out: what asks for the one angle that a body has in the plane (rocking_ellipse, tumbling_block, woodpecker), journals and blocks
# whose sizes along z the plane does not know (four_bar, worn_four_bar, loose_guide), pairs of shapes without a contact in space (gears,
# geneva), what uses another script, whose world is meant (five_laws, friction_sweep), and what takes minutes (box_of_balls, ratchet).
scripts="andrews_squeezer balls_in_a_box bouncing_ball cam_follower catapult compare_laws cradle_orders dc_motor identification
  implicit_law many_drops measured_profile newtons_cradle own_law pin_friction rejected_steps rigid_ball slider_crank three_families
  two_spheres"

# lifted SCRIPT: on standard output
lifted() {
  sed -E 's/\bplane\b([^(]|$)/plane(y)\1/' "$examples/$1.mbs" |
    if grep -qE '^world( planar)? *\{' "$examples/$1.mbs"; then
      sed -E 's/^world( planar)? *\{/world spatial {/'
    else
      sed '1a world spatial { }'
    fi
}

cp "$examples"/*.csv .
for script in $scripts; do
  lifted $script > lifted.mbs
  grep -q '^world spatial {' lifted.mbs || { echo "FAILED: $script was not lifted"; failures=1; }
  timeout 120 "$mbs" run -q lifted.mbs > out 2> err && continue
  echo "FAILED: $script: exit $?"
  sed 's/^/  /' out err
  failures=1
done
exit $failures
