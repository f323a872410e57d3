// The first guess of an assembly in space, and its initial values.
#pragma once

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// v: motions of all bodies.
void place_roughly_in_space(AssemblyState& state);
void collect_holds_in_space(AssemblyState& state);
void guess_speeds_in_space(const AssemblyState& state, std::vector<double>& v);

}  // namespace mbs
