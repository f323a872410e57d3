// The kinds of joints that a scenario knows.
#pragma once

namespace mbs::ir {

enum class JointKind { revolute, prismatic, weld, rod, slot, gear };

}  // namespace mbs::ir
