// What resists rolling and spinning.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Levers of what resists rolling and spinning; E0403, E0408, E0411.
void set_turning(World& world, Object& object, const ir::LawProgram& law, ir::Contact& contact);

}  // namespace mbs::elaborate
