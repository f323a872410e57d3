// Slot: the point of frame B moves along the x axis of frame A; it turns as it likes.
//
//   g     = e_y . (p_B - p_A) = 0
//   dg/dt = e_y . (dp_B/dt - dp_A/dt) - omega_a e_x . (p_B - p_A) = 0
//
// Coordinate: e_x . (p_B - p_A), the travel, m. Its multiplier is the force across the slot, N.
//
// In space, with d = p_B - p_A (axes and omega_a as in kind.hpp)
//
//   g     = [ e_y . d, e_z . d ] = 0
//   dg/dt = [ e_y . (dd/dt - omega_a x d), e_z . (dd/dt - omega_a x d) ] = 0
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind slot_joint;

}  // namespace mbs
