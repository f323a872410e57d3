// Planes in space.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// `plane(n)`
Value plane_shape(World& world, const BuiltinCall& call);

}  // namespace mbs::elaborate
