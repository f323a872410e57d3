// Gear: the coordinates c of two joints change in a fixed ratio i, from what they are as assembled
// (c_0).
//
//   g     = (c_2 - c_20) - i (c_1 - c_10) = 0
//   dg/dt = dc_2/dt - i dc_1/dt = 0
//
// No coordinate of its own, and no frames. Its multiplier acts on the second coordinate: N m or N.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind gear_joint;

}  // namespace mbs
