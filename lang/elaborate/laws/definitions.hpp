// Laws and functions that nothing uses are checked by themselves, with placeholders for what only
// a use can know.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Checks laws and functions that nothing has used yet by themselves.
void check_unused_definitions(World& world, Scope& scope);

}  // namespace mbs::elaborate
