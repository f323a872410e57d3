// Cylindrical joint, in space: B turns about the z axis of A and slides along it.
//
//   g     = [ e_x . d, e_y . d, e_x . z_B, e_y . z_B ] = 0,  d = p_B - p_A
//   dg/dt = [ e_x . (dd/dt - omega_a x d), e_y . (dd/dt - omega_a x d),
//             omega . (z_B x e_x), omega . (z_B x e_y) ] = 0
//
// Frames A and B, axes and omega as in kind.hpp.
// Coordinates: the angle of B against A about z, rad; the travel e_z . (p_B - p_A), m.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind cylindrical_joint;

}  // namespace mbs
