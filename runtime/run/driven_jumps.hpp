// What a run tells where driven speeds jump, whichever change at that instant gives them theirs.
#pragma once

#include <span>

#include "runtime/equations/velocity_jump.hpp"
#include "runtime/run/present.hpp"

namespace mbs {

// Is a change of a speed, m/s or rad/s, more than what steps err by?
bool is_jump(const Present& now, double change);
// Logs and warns of drives whose own speeds jump, not of those that hold theirs while others
// strike. True if there are any: what sticks is no longer known to.
bool tell_driven_jumps(Present& now, std::span<const DriveImpulse> impulses);

}  // namespace mbs
