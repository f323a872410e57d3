// What can be switched on and off, as the scenario numbers it.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"
#include "lang/scenario/switching.hpp"

namespace mbs::elaborate {

// Empty for what is always there: bodies, points, contacts among many.
std::optional<ir::Part> part_of(const Object& object);
// As its attribute `active` says.
ir::Activity activity_of(World& world, Object& object);

}  // namespace mbs::elaborate
