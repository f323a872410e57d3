// A body in space that is made of the shapes of its points.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Mass, kg, its centre in the axes of the body, m, and its inertia about that in the same axes,
// kg m^2.
struct SolidMass {
  double mass = 0;
  ir::Vec3 center;
  ir::InertiaMatrix inertia;
};

// Has it neither a shape of its own nor mass and inertia, so that its points' shapes say them? Also
// in the plane.
bool made_of_parts(World& world, Object& body);

// The sum of the solids of a body's points, each in the axes of its point, for a body without a
// shape of its own whose mass and inertia are not given. Empty for others.
std::optional<SolidMass> mass_of_solids(World& world, Object& body);
// Solids that overlap count twice what they share: E0419, and E0420 where the body says that they
// may, since that is not worked out in space.
void check_solids(World& world, Object& body);

}  // namespace mbs::elaborate
