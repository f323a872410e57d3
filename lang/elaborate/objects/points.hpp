// The points of bodies.
#pragma once

#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// The points declared in its block, by name and index.
std::vector<Object*> points_of(const Object& body);
// The place of a point, as `find` has it, found once; E0305 if it depends on itself.
ir::Vec3 found_once(World& world, Object& point, ir::Vec3 (*find)(World& world, Object& point));
// Where a point that is declared lies in the axes of its body, from its origin.
ir::Vec3 declared_place(World& world, Object& point);
double local_angle(World& world, Object& point_like);  // in the plane

}  // namespace mbs::elaborate
