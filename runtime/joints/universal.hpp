// Universal (cross, Cardan, Hooke) joint, in space: two points stay together, pin 1 fixed on A and
// pin 2 fixed on B stay square to each other.
//
//   g     = [ p_B - p_A, pin_1 . pin_2 ] = 0
//   dg/dt = [ dp_B/dt - dp_A/dt, omega . (pin_2 x pin_1) ] = 0
//
// Frames A and B and omega as in kind.hpp; pin_1 is given in the axes of A, pin_2 in those of B.
// Coordinates, rad: how far pin 2 has turned about pin 1, and B about pin 2, from where the axes of
// A and B are parallel.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind universal_joint;

}  // namespace mbs
