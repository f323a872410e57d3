// All kinds of joints.
#pragma once

#include <span>

#include "runtime/joints/kind.hpp"

namespace mbs {

std::span<const JointKind* const> all_joint_kinds();
const JointKind& joint_kind(ir::JointKind kind);
inline const JointKind& kind_of(const ir::Joint& joint) {
  return joint_kind(joint.kind);
}

}  // namespace mbs
