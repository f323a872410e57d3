// How far the parts of an open loop reach: the lengths that a reader would check by hand.
#pragma once

#include <string>

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// How far the parts reach that the pin `open` should join, as the state stands: "from `D`,
// `rocker` reaches 250 mm; …". Empty for what is not a pin, or not held to the ground by another
// one.
std::string reach_note(const AssemblyState& state, const std::string& open);

}  // namespace mbs
