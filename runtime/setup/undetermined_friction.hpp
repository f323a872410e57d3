// Friction in joints that share a load with others: what presses them, or what it holds, is
// undecided.
#pragma once

#include <vector>

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Joints whose friction can stick, and that never move, as in a triangle of rods: the others hold
// them, here and nearby.
bool report_held_friction(AssemblyState& state, Diagnostics& diagnostics);
// Joints with friction of which rows that press it are shared with others.
bool report_undetermined_friction(const AssemblyState& state, const std::vector<bool>& redundant,
                                  Diagnostics& diagnostics);

}  // namespace mbs
