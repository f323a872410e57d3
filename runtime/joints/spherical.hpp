// Spherical joint, in space: two points stay together, the bodies turn as they like.
//
//   g     = p_B - p_A = 0                                   world axes, three rows
//   dg/dt = v_b + omega_b x r_B - v_a - omega_a x r_A = 0    r: from a body's centre of mass
//
// Of frames A and B (kind.hpp) only the points count, but for the rotation that it starts from, of
// B against A.
//
// No coordinate that can be counted. Its multipliers are the force, N.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind spherical_joint;

}  // namespace mbs
