#!/bin/bash
# The check of kinds fails when it should. Usage: kinds.sh
set -euo pipefail
check=check_kinds.sh
source "$(dirname "$0")/house.bash"
mkdir -p "$house/lang/kinds" "$house/runtime/joints" "$house/runtime/setup"
cd "$house"

header() {
  cat >runtime/joints/pin.hpp
  printf '#pragma once\nextern const JointKind pin_joint;\n' >>runtime/joints/pin.hpp
}

echo 'Row row{ir::JointKind::weld};' >runtime/joints/weld.cpp
echo 'Row row{.slot = SlotKind::law_delta};' >lang/kinds/law_inputs.cpp
header <<<'// Frames A and B: g = p_B - p_A = 0, dg/dt = v_B - v_A.'
judge good 'kinds in their rows'
echo '// not ir::JointKind::weld' >runtime/setup/a.cpp
judge good 'a comment'
echo 'if (joint.kind == ir::JointKind::weld) return;' >runtime/setup/a.cpp
judge bad 'a kind of joint in the open'
echo 'case ObjectKind::gear:' >runtime/setup/a.cpp
judge bad 'a declared kind of joint in the open'
echo 'return slot.kind == SlotKind::law_v_impact;' >runtime/setup/a.cpp
judge bad 'an input of laws in the open'
echo '    case ShapeKind::box:' >runtime/setup/a.cpp
judge bad 'shapes by cases'
rm runtime/setup/a.cpp
header <<<'// Frames A and B: g = p_B - p_A = 0.'
judge bad 'a joint without its rate'
header <<<'// Frames A and B: dg/dt = v_B - v_A.'
judge bad 'a joint without its constraint'
header <<<'// g = 0, dg/dt = 0'
judge bad 'a joint without its frames'
exit $failures
