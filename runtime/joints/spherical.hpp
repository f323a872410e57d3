// Spherical joint, in space: two points stay together, the bodies turn as they like.
//
//   g = p_B - p_A = 0                                      world axes, three rows
//
// No coordinate that can be counted. Its multipliers are the force, N.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind spherical_joint;

}  // namespace mbs
