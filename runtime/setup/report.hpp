// Why a mechanism cannot be assembled, in words of joints and bodies.
#pragma once

#include <vector>

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Reports why the equations of position do not close.
void report_open(AssemblyState& state, const std::vector<double>& start, Diagnostics& diagnostics);
void report_contradicting_speeds(const AssemblyState& state, const std::vector<Equation>& equations,
                                 Diagnostics& diagnostics);
// Errors for joints and drives that hold nothing new at all, and drives against joints.
bool report_redundant(const AssemblyState& state, const std::vector<bool>& redundant,
                      Diagnostics& diagnostics);
bool report_double_drives(const Model& model, Diagnostics& diagnostics);

}  // namespace mbs
