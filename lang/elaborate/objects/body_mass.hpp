// Mass, centre and inertia of bodies: where they are not given they follow from shapes and
// materials.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Empty if unknown.
std::optional<double> body_mass(World& world, Object& body);
std::optional<double> body_inertia(World& world, Object& body);                    // in the plane
std::optional<ir::InertiaMatrix> body_inertia_matrix(World& world, Object& body);  // in space
// Its centre of mass in its own axes, from its origin: by default the centre of its shape.
ir::Vec3 body_center(World& world, Object& body);

}  // namespace mbs::elaborate
