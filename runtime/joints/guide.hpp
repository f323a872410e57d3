// A block in its guide, beside their contacts: frame A is the block, frame B the guide.
//
//   no g, and so no dg/dt: contacts keep the block in its guide
//
// Coordinate: e_x . (p_B - p_A), the travel, m, as of a prismatic joint from the block to the
// guide.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind guide_joint_kind;

}  // namespace mbs
