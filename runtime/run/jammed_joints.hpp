// Joints that friction holds together: where several of them hold the same motion, how they share a
// load is undecided, and so is what presses them.
#pragma once

#include <vector>

#include "runtime/run/present.hpp"

namespace mbs {

// Whether results ask for what joints exert.
bool asks_for_reactions(const ir::Scenario& scenario);
// Places in Model::contacts of surfaces of joints that stick, where the joints and what else sticks
// hold what one of them holds.
std::vector<int> jammed_bearings(const Present& now, Workspace& workspace);
// Tells of the joints that are held so, once each.
void tell_jammed(Present& now);

}  // namespace mbs
