// What lies over an outline of the plane, as far as its width goes to both sides.
#pragma once

#include <optional>
#include <vector>

#include "lang/elaborate/shapes/geometry.hpp"

namespace mbs::elaborate {

// Nothing without a width.
std::optional<SolidMeasures> prism_solid(const ShapeValue& shape);
// The corners of both faces, `rounding` below them. A sheet without a width has each of them once.
std::vector<ir::Vec3> prism_corners(const std::vector<ir::Vec2>& corners, double height,
                                    double rounding);
// Per mass, about the centre of the area.
double prism_inertia(const ShapeValue& shape);
ir::Shape prism_contact(const ShapeValue& shape);

}  // namespace mbs::elaborate
