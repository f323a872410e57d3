// What declarations connect.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// The things a declaration connects; reports E0406. False after an error.
bool resolve_ends(World& world, Object& object);

}  // namespace mbs::elaborate
