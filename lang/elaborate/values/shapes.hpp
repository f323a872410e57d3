// Shapes of bodies and points: making them, and what follows from them.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// The functions that make shapes, entries of the table of functions.
Value sized_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value ellipse_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value superellipse_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value polygon_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
// `plane(n)`
Value plane_shape(World& world, const BuiltinCall& call);
Value curve_shape(World& world, const Builtin& builtin, const BuiltinCall& call);

// m^3; empty if the shape has none.
std::optional<double> shape_volume(const ShapeValue& shape);
// m^2, about the axis through its centre of area, normal to the plane of motion.
std::optional<double> shape_inertia_per_mass(const ShapeValue& shape);
// Centre of area, m.
ir::Vec2 shape_center(const ShapeValue& shape);
// In space: moments of inertia about the axes through the centre of mass, kg m^2 per kg.
std::optional<ir::InertiaMatrix> space_inertia_per_mass(const ShapeValue& shape);
// In space, of all that has them: the centres of its rounded corners, those at -z first.
std::vector<ir::Vec3> space_corner_centers(const ShapeValue& shape);

// Of a polygon or box: the centres of its rounded corners, counter-clockwise, in body axes, m.
std::vector<ir::Vec2> corner_centers(const ShapeValue& shape);
// A polygon's corner alone: a circle, of radius 0 if it is sharp.
ShapeValue corner_shape(const ShapeValue& polygon);

// The shape of a contact; empty if there is no contact with it.
std::optional<ir::Shape> contact_shape(const ShapeValue& shape);

}  // namespace mbs::elaborate
