// Bodies, joints, springs.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

void declare_point(World& world, Object& point);
// The shape of a point or body, for those who look.
void show_shape(World& world, Object& point);
void declare_body(World& world, Object& body);
// E0406 if both ends are on one body.
bool different_bodies(Reports& reports, const Object& object);
void declare_joint(World& world, Object& joint);
void declare_spring(World& world, Object& spring);  // spring, torsion

}  // namespace mbs::elaborate
