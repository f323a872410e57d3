// Shapes of bodies and points: making them, and what follows from them.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// The functions that make shapes, entries of the table of functions.
Value sized_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value arc_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
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
// Of the area of an ellipse, superellipse, polygon or curve: its size, its centre, and the means of
// x^2, y^2 and x y about that; SI.
struct AreaMeasures {
  double area = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};
AreaMeasures area_measures(const ShapeValue& shape);

// Centre of area, m.
ir::Vec2 shape_center(const ShapeValue& shape);

// ---- in space (space_shapes.cpp) ---------------------------------------------------------------

// m^3; of rounded boxes and cylinders, and of what only space has.
std::optional<double> solid_volume(const ShapeValue& shape);
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

// `polyhedron(points)`, `polyhedron(points, rounding)`: its `vertices` are those of the core that
// the rounding goes round.
Value polyhedron_shape(World& world, const Builtin& builtin, const BuiltinCall& call);

// Of a polygon or box: the centres of its rounded corners, counter-clockwise, in body axes, m.
std::vector<ir::Vec2> corner_centers(const ShapeValue& shape);
// A polygon's corner alone: a circle, of radius 0 if it is sharp.
ShapeValue corner_shape(const ShapeValue& polygon);

// The shape of a contact; empty if there is no contact with it.
std::optional<ir::Shape> contact_shape(const ShapeValue& shape);

}  // namespace mbs::elaborate
