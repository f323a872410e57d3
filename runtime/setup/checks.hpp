// What no assembly can make good: lengths beyond numbers, ends that coincide, motion without mass.
#pragma once

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Bodies that can move along a direction in which nothing has mass, or in which theirs was
// forgotten.
bool report_massless(AssemblyState& state, const Assembly& assembly, Diagnostics& diagnostics);
// Lengths that are not finite, or too large to be multiplied with each other.
bool report_lengths(const Model& model, Diagnostics& diagnostics);
// A rod that takes its length from the assembled mechanism must have one, of the model's size.
inline constexpr double least_rod = 1e-9;
bool report_coincident(const AssemblyState& state, Diagnostics& diagnostics);

}  // namespace mbs
