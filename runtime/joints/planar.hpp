// Planar joint, in space: the point of B stays in the xy plane of A, z axes alike.
//
//   g = [ e_z . (p_B - p_A), e_x . z_B, e_y . z_B ] = 0
//
// Coordinates: e_x . (p_B - p_A), e_y . (p_B - p_A), m; the angle of B against A about z, rad.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind planar_joint;

}  // namespace mbs
