// Constant velocity joint, in space: two points stay together, and turning about z is handed on one
// to one at any bend.
//
//   g     = [ p_B - p_A, 2 q_z ] = 0
//   dg/dt = [ dp_B/dt - dp_A/dt, omega . (q_w e_z + q_y e_x - q_x e_y) ] = 0
//
// q is the unit quaternion from A to B, axes of A; its axis in the rate is a unit vector half-way
// between e_z and z_B. The cosines e_x . y_B - e_y . x_B = 4 q_w q_z say the same, but say nothing
// where the joint is bent by half a turn, q_w = 0, through which it may go, and hold there for any
// twist.
//
// Frames A and B, axes and omega as in kind.hpp.
// Coordinate: the bend, the angle between e_z and z_B, rad, from 0 to pi.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind constant_velocity_joint;

}  // namespace mbs
