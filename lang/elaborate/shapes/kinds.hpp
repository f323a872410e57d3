// The rows of all kinds of shapes, and that of a shape.
#pragma once

#include "lang/elaborate/shapes/geometry.hpp"

namespace mbs::elaborate {

const ShapeGeometry& geometry(const ShapeValue& shape);
bool is_sharp(const ShapeValue& shape);

}  // namespace mbs::elaborate

namespace mbs::elaborate::shape_kinds {

extern const ShapeGeometry sphere, socket, ellipsoid;       // balls.cpp
extern const ShapeGeometry disc, cylinder, capsule, cone;   // turned.cpp
extern const ShapeGeometry box, polygon, polyhedron, hull;  // cornered.cpp
extern const ShapeGeometry ellipse, superellipse, curve;    // ovals.cpp
extern const ShapeGeometry plane, ring, arc;                // walls.cpp

}  // namespace mbs::elaborate::shape_kinds
