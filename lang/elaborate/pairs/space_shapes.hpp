// Which shapes touch in space, and what laws see of them.
#pragma once

#include "lang/elaborate/pairs/side.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Whether a plane says which way it faces; E0403.
bool check_faces(World& world, Object& contact, const ShapeValue& shape);
// Whether there is contact of these shapes in space; E0407, E0403.
bool check_shapes_in_space(World& world, Object& contact, const ShapeValue& a, const ShapeValue& b);
// Whether there is rigid contact of these shapes, one of them in the other, in space; E0407.
bool check_rigid_in_hollow(Reports& reports, const Object& contact, const ShapeValue& a,
                           const ShapeValue& b);
// The radius that laws see of a shape that touches another.
void set_radius_in_space(PairSide& side, const ShapeValue& shape, const ShapeValue& other);

}  // namespace mbs::elaborate
