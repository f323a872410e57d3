// Contacts and clearances: shapes, radii, materials, laws.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

void declare_contact(World& world, Object& contact);

}  // namespace mbs::elaborate
