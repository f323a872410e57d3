// Sizes and corners of shapes of the plane, and what a contact sees of them.
#pragma once

#include <optional>
#include <vector>

#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

// m^2, about the axis through its centre of area, normal to the plane of motion.
std::optional<double> shape_inertia_per_mass(const ShapeValue& shape);
// The area of an ellipse, superellipse, polygon or curve: its size, its centre, and the means of
// x^2, y^2 and x y about that; SI.
struct AreaMeasures {
  double area = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};
AreaMeasures area_measures(const ShapeValue& shape);

// Centre of area, m.
ir::Vec2 shape_center(const ShapeValue& shape);

// The centres of the rounded corners of a polygon or box, counter-clockwise, in body axes, m.
std::vector<ir::Vec2> corner_centers(const ShapeValue& shape);
// A corner or a cap alone: a circle, of radius 0 if it is sharp.
ShapeValue corner_shape(const ShapeValue& whole);

// The shape of a contact; empty if there is no contact with it.
std::optional<ir::Shape> contact_shape(const ShapeValue& shape);

}  // namespace mbs::elaborate
