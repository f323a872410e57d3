// In-plane joint, in space: the point of B stays in the xy plane of A.
//
//   g = e_z . (p_B - p_A) = 0
//
// Coordinates: e_x . (p_B - p_A), e_y . (p_B - p_A), m.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind inplane_joint;

}  // namespace mbs
