// A body made of the shapes of its points.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Mass, kg, its centre in the axes of the body, m, and its moment of inertia about that, kg m^2.
struct PartsMass {
  double mass = 0;
  ir::Vec2 center;
  double inertia = 0;
};

// In the plane, of a body without a shape of its own whose mass and inertia are not given, from the
// shapes of its points that have a volume; where they overlap what they share counts once. Empty
// for others.
std::optional<PartsMass> mass_of_parts(World& world, Object& body);
// E0419 if parts overlap and the body does not say that they may, E0420 if it cannot be worked out.
void check_parts(World& world, Object& body);

}  // namespace mbs::elaborate
