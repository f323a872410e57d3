// Polygons under rigid laws: each corner is a contact of its own, with the plane, the ring or the
// polygon that it meets, so that two of them can stand on an edge.
#pragma once

#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A polygon under a rigid law: a contact for each of its corners.
void declare_corners(World& world, Object& object, const LawUnit& unit, const ir::Contact& common);

}  // namespace mbs::elaborate
