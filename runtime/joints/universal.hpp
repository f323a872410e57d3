// Universal (cross, Cardan, Hooke) joint, in space: two points stay together, pin 1 fixed on A and
// pin 2 fixed on B stay square to each other.
//
//   g = [ p_B - p_A, pin_1 . pin_2 ] = 0
//
// Coordinates, rad: how far pin 2 has turned about pin 1, and B about pin 2, from where the axes of
// A and B are parallel.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind universal_joint;

}  // namespace mbs
