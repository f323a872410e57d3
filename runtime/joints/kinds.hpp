// All kinds of joints.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

const JointKind& joint_kind(ir::JointKind kind);
inline const JointKind& kind_of(const ir::Joint& joint) {
  return joint_kind(joint.kind);
}

}  // namespace mbs
