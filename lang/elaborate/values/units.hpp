// Units as written to factors and dimensions.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Empty after an error. Exponents by name are looked up among the constants in scope.
std::optional<Unit> resolve_unit(World& world, const ast::UnitExpr& unit, Scope& scope);
// Dimension and unit of a field whose table entry names its unit.
std::pair<Dimension, std::optional<Unit>> unit_of_field(std::string_view unit);

}  // namespace mbs::elaborate
