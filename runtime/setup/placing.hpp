// The first guess of an assembly: bodies placed one after the other along joints and clearances.
#pragma once

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Rough placing: bodies that say where they are, then along joints and clearances.
void place_roughly(AssemblyState& state);
void collect_holds(AssemblyState& state);

}  // namespace mbs
