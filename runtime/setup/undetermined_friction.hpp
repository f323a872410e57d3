// Friction in joints that share a load with others: what presses them, or what it holds, is
// undecided.
#pragma once

#include <string>
#include <vector>

#include "runtime/model/switched.hpp"
#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Joints whose friction can stick, and that never move, as in a triangle of rods: the others hold
// them, here and nearby.
bool report_held_friction(AssemblyState& state, Diagnostics& diagnostics);
// Joints with friction of which rows that press it are shared with others.
bool report_undetermined_friction(AssemblyState& state, const std::vector<bool>& redundant,
                                  Diagnostics& diagnostics);

// The same of joints that act where some are switched: the first of them, -1 if there is none.
int undetermined_friction(const Model& model, const Placement& at, const Switched& switched);
// What is said of one of these.
std::string undetermined_pressing(const ir::Joint& joint);

}  // namespace mbs
