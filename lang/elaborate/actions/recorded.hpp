// The signals that are recorded for other programs, `--keep`.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Whether a pattern, in which `*` stands for any text and `?` for any one character, is all of
// `name`.
bool matches(std::string_view pattern, std::string_view name);

// Fills Scenario::recorded, if it is asked for; all else of the scenario stays as it is. A pattern
// that matches nothing is E0314.
void record_signals(World& world);

}  // namespace mbs::elaborate
