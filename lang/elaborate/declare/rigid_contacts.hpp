// What a rigid contact cannot have.
#pragma once

#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Reports what a contact with a rigid law cannot have.
void check_rigid_contact(World& world, Object& object, const ir::Contact& contact,
                         const ir::LawProgram& law);
// Warns of a tangential restitution that no blow asks for.
void check_restored_sliding(Reports& reports, Object& object, const ir::LawProgram& law);
// The stiffness of Hertz's law for these surfaces, N/m^1.5; 0 where radii or materials do not say.
double hertz_stiffness(World& world, const Pair& pair);
// Why a rigid contact cannot have this friction; null: it can.
const char* unfit_rigid_friction(const ir::LawProgram& law);

}  // namespace mbs::elaborate
