// Shapes of bodies and points: making them, and what follows from them.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// The functions that make shapes, entries of the table of functions.
Value sized_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value arc_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value ellipse_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value superellipse_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value polygon_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
Value curve_shape(World& world, const Builtin& builtin, const BuiltinCall& call);

// `polyhedron(points)`, `polyhedron(points, rounding)`: its `vertices` are those of the core that
// the rounding goes round.
Value polyhedron_shape(World& world, const Builtin& builtin, const BuiltinCall& call);
// `hull("part.stl", 1 mm)`, `hull("part.stl", 1 mm, rounding)`.
Value hull_shape(World& world, const Builtin& builtin, const BuiltinCall& call);

}  // namespace mbs::elaborate
