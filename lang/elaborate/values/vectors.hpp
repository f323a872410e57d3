// Vectors: those of space, and bodies and points where a vector is wanted.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// A body or a point as its position; other values as they are.
Value placed(World& world, const Value& value, const ast::Expr& expr, Scope& scope);

// In space a vector of two parts lies in the plane z = 0.
void lift(const World& world, VectorValue& vector);

// A vector known before the run, of any dimension and length but 0, as a unit vector; E0308, E0311,
// E0411, E0421.
std::optional<ir::Vec3> constant_direction(World& world, const Value& value,
                                           const std::string& name, const ast::Expr& expr,
                                           Scope& scope);

// E0421 unless a vector that is known already has a length.
bool has_direction(World& world, const VectorValue& vector, const std::string& name, Span span);

}  // namespace mbs::elaborate
