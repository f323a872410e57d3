// Rotations: made by `turn`, multiplied, taken apart, compared.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Entries of the table of functions.
Value turn_function(World& world, const Builtin& builtin, const BuiltinCall& call);
Value inverse_function(World& world, const Builtin& builtin, const BuiltinCall& call);
Value angles_function(World& world, const Builtin& builtin, const BuiltinCall& call);

// R * Q, R * v; E0308 for all else.
Value rotation_arithmetic(World& world, const ast::Binary& node, Scope& scope, const Value& a,
                          const Value& b);
// From one to the other, in rad, 0 to pi.
Scalar angle_between(World& world, Scope& scope, const RotationValue& a, const RotationValue& b);

RotationValue turned_about_z(World& world, Scope& scope, const Scalar& angle);
// E0422, E0308 after an error that is not told yet.
std::optional<RotationValue> require_rotation(Reports& reports, const Value& value,
                                              const std::string& name, Span span);
// Known before the run, of length 1; E0422, E0308, E0311.
std::optional<ir::Quaternion> constant_rotation(Reports& reports, const Value& value,
                                                const std::string& name, Span span);
RotationValue rotation_value(const ir::Quaternion& rotation);

// The shortest turn of the unit vector `from` to the unit vector `to`; from one to its opposite
// about `instead`.
ir::Quaternion shortest_turn(const ir::Vec3& from, const ir::Vec3& to, const ir::Vec3& instead);

}  // namespace mbs::elaborate
