// Constant velocity joint, in space: two points stay together, and turning about z is handed on one
// to one at any bend.
//
//   g     = [ p_B - p_A, e_x . y_B - e_y . x_B ] = 0
//   dg/dt = [ dp_B/dt - dp_A/dt, omega . (y_B x e_x - x_B x e_y) ] = 0
//
// Frames A and B, axes and omega as in kind.hpp.
// No coordinate that can be counted.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind constant_velocity_joint;

}  // namespace mbs
