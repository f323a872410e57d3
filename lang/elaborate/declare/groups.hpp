// Contacts among many: who takes part, and one law for each pair of twin_classes.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

void declare_contacts(World& world, Object& group);

}  // namespace mbs::elaborate
