// A journal and its bearing, in space, beside their contacts: frame A is the bearing, frame B the
// journal. Without play along the axis the row e_z.(p_B - p_A) = 0, as if held by collars without
// friction. Coordinates: the angle of A against B about B's axis, and its travel along that.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind journal_joint;

}  // namespace mbs
