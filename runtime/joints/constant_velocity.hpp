// Constant velocity joint, in space: two points stay together, and turning about z is handed on one
// to one at any bend.
//
//   g = [ p_B - p_A, e_x . y_B - e_y . x_B ] = 0
//
// No coordinate that can be counted.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind constant_velocity_joint;

}  // namespace mbs
