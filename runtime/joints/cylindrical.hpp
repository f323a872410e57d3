// Cylindrical joint, in space: B turns about the z axis of A and slides along it.
//
//   g = [ e_x . (p_B - p_A), e_y . (p_B - p_A), e_x . z_B, e_y . z_B ] = 0
//
// Coordinates: the angle of B against A about z, rad; the travel e_z . (p_B - p_A), m.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind cylindrical_joint;

}  // namespace mbs
