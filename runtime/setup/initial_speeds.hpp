// Initial speeds: those nearest to what each body would do alone that joints, drives and held
// speeds allow.
#pragma once

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Into `state.v` and its placement; what contradicts is reported, and false then. The bodies are
// placed.
bool find_velocities(AssemblyState& state, Workspace& workspace, Diagnostics& diagnostics);

}  // namespace mbs
