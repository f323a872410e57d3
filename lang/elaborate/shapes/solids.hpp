// Mass properties and corners of shapes in space, and what a contact sees of them there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

// m^3; empty if the shape has none.
std::optional<double> shape_volume(const ShapeValue& shape);
// About axes through the centre of mass, kg m^2 per kg.
std::optional<ir::InertiaMatrix> space_inertia_per_mass(const ShapeValue& shape);
ir::Vec3 space_center(const ShapeValue& shape);
// Where the balls are that stand for its corners, or the caps of a capsule, or the circles that are
// the rims of a cylinder: those at -z first.
std::vector<ir::Vec3> space_corner_centers(const ShapeValue& shape);
// "corner", "cap", or "rim".
std::string_view corner_name(const ShapeValue& shape);
// One of them alone, by its index from 0: a ball, or a cylinder that is only as long as its
// rounding makes it.
ShapeValue space_corner_shape(const ShapeValue& shape, int index);
// The shape of a contact in space; empty if there is no contact with it.
std::optional<ir::Shape> space_contact_shape(const ShapeValue& shape);

}  // namespace mbs::elaborate
