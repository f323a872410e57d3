// In-plane joint, in space: the point of B stays in the xy plane of A.
//
//   g     = e_z . d = 0,  d = p_B - p_A
//   dg/dt = e_z . (dd/dt - omega_a x d) = 0
//
// Frame A (kind.hpp) has the plane, of frame B only the point counts.
// Coordinates: e_x . (p_B - p_A), e_y . (p_B - p_A), m.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind inplane_joint;

}  // namespace mbs
