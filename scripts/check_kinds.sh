#!/bin/bash
# Fails if a kind of joint, a shape, or an input of laws, is named where a row should be read; or if the header of a joint
# does not say its constraint, its rate and its frames. Usage: scripts/check_kinds.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
failures=0

# only PATTERN ALLOWED WHAT: files outside of ALLOWED that have the pattern in their code.
only() {
  local found
  found=$(find lang runtime service cli -name '*.[ch]pp' 2>/dev/null | sort | grep -vE "$2" |
    xargs -r grep -HnE "^[^\"]*($1)" | grep -vE ':[0-9]+: *//')
  [ -z "$found" ] && return
  printf '%s\n%s\n' "$3" "$found"
  failures=1
}

only '\bJointKind::[a-z]|\bObjectKind::(revolute|prismatic|weld|rod|slot|gear|spherical|universal|cylindrical|screw|planar|inplane|constant_velocity)\b' \
  '^(lang/kinds/|runtime/joints/|lang/scenario/mechanism\.hpp$)' 'kinds of joints are named outside of their rows:'
only 'case ShapeKind::' '^lang/elaborate/shapes/' 'shapes by cases instead of their rows:'
only 'SlotKind::law_(delta|ddelta|deepest|v_impact|loading|radius_1|radius_2|P_in|W_in)\b' \
  '^(lang/kinds/law_inputs\.cpp|lang/expression/slot|runtime/contact/(law_inputs|law_partials)\.hpp$)' \
  'inputs of laws are named outside of their rows:'

# A header that has the row of a joint.
for header in $(grep -lE '^(extern|inline) const JointKind [a-z]' runtime/joints/*.hpp 2>/dev/null); do
  before=$(sed '/^#pragma once/,$d' "$header")
  for part in '\bg +=|no g,|\bg =' 'dg/dt' 'frame|Frame|axes|point'; do
    grep -qE "$part" <<<"$before" || { echo "$header does not say, before its code, its \`$part\`" && failures=1; }
  done
done
exit $failures
