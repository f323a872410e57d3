// Vectors that are directions, and lists of vectors.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A vector known before the run, of any dimension and length but 0, as a unit vector; E0308, E0311,
// E0411, E0421.
std::optional<ir::Vec3> constant_direction(World& world, const Value& value,
                                           const std::string& name, const ast::Expr& expr,
                                           Scope& scope);

// E0421 unless a vector that is known already has a length.
bool has_direction(Reports& reports, const VectorValue& vector, const std::string& name, Span span);

// The parts of a list of vectors, each as a list; empty for any other list.
std::optional<std::vector<ListValue>> columns_of(const ListValue& list);

}  // namespace mbs::elaborate
