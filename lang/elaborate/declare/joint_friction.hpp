// Friction of joints: its law, and the sizes of what slides.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A joint without it, or whose friction is broken, has none.
std::optional<ir::JointFriction> joint_friction(World& world, Object& joint);
// Reports joints with friction in a scenario with rigid contacts.
void check_friction_beside_blows(World& world);

}  // namespace mbs::elaborate
