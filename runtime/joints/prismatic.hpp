// Prismatic joint: frame B slides along the x axis of frame A and does not turn against it.
//
//   g     = [ e_y . (p_B - p_A), b - a ] = 0
//   dg/dt = [ e_y . (dp_B/dt - dp_A/dt) - omega_a e_x . (p_B - p_A), omega_b - omega_a ] = 0
//
// Coordinate: e_x . (p_B - p_A), the travel, m. Its multipliers are the force across the guide, N,
// and the torque that keeps the angle, N m.
//
// In space, with d = p_B - p_A (axes and omega as in kind.hpp)
//
//   g     = [ e_y . d, e_z . d, e_x . y_B, e_y . z_B, e_z . x_B ] = 0
//   dg/dt = [ e_y . (dd/dt - omega_a x d), e_z . (dd/dt - omega_a x d),
//             omega . (y_B x e_x), omega . (z_B x e_y), omega . (x_B x e_z) ] = 0
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind prismatic_joint;

}  // namespace mbs
