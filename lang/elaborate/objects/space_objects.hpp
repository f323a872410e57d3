// How declared things are turned in space.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

ir::Quaternion local_rotation(World& world, Object& point_like);  // in space
// What an attribute `rotation`, or `angle` about z, says; in space. E0404 if both do.
std::optional<ir::Quaternion> attribute_rotation(World& world, Object& object);

}  // namespace mbs::elaborate
