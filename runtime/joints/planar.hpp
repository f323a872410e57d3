// Planar joint, in space: the point of B stays in the xy plane of A, z axes alike.
//
//   g     = [ e_z . d, e_x . z_B, e_y . z_B ] = 0,  d = p_B - p_A
//   dg/dt = [ e_z . (dd/dt - omega_a x d), omega . (z_B x e_x), omega . (z_B x e_y) ] = 0
//
// Frames A and B, axes and omega as in kind.hpp.
// Coordinates: e_x . (p_B - p_A), e_y . (p_B - p_A), m; the angle of B against A about z, rad.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind planar_joint;

}  // namespace mbs
