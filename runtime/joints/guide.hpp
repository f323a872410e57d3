// A block in its guide, beside their contacts: frame A is the block, frame B the guide. No rows;
// the coordinate is that of a prismatic joint from the block to the guide.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind guide_joint_kind;

}  // namespace mbs
