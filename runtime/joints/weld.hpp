// Weld: two frames stay together.
//
//   g     = [ p_B - p_A, b - a ] = 0                        world axes, three rows
//   dg/dt = [ dp_B/dt - dp_A/dt, omega_b - omega_a ] = 0
//
// No coordinate. Its multipliers are the force, N, and the torque, N m, that it carries.
//
// In space (axes and omega as in kind.hpp)
//
//   g     = [ p_B - p_A, e_x . y_B, e_y . z_B, e_z . x_B ] = 0
//   dg/dt = [ dp_B/dt - dp_A/dt,
//             omega . (y_B x e_x), omega . (z_B x e_y), omega . (x_B x e_z) ] = 0
//
// One that is switched holds any pose that it finds, p_B - p_A in the axes of A and all nine
// cosines of axes: three of them say how B is turned, and which three depends on the pose
// (runtime/setup/acting_rows.hpp).
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind weld_joint;

}  // namespace mbs
