// Weld: two frames stay together.
//
//   g     = [ p_B - p_A, b - a ] = 0                        world axes, three rows
//   dg/dt = [ dp_B/dt - dp_A/dt, omega_b - omega_a ] = 0
//
// No coordinate. Its multipliers are the force, N, and the torque, N m, that it carries.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind weld_joint;

}  // namespace mbs
