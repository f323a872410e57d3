// Declared objects to the scenario's tables.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Fills the scenario from all declared objects, in order.
void declare_all(World& world);

}  // namespace mbs::elaborate
