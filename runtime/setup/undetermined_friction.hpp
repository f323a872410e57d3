// Friction in joints that share a load with others: what presses them is undecided.
#pragma once

#include <vector>

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Joints with friction of which rows that press it are shared with others.
bool report_undetermined_friction(const AssemblyState& state, const std::vector<bool>& redundant,
                                  Diagnostics& diagnostics);

}  // namespace mbs
