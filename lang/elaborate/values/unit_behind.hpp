// A unit that stands behind a bracket.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// `(1, 2) mm`, `[(1, 2), (3, 4)] mm`: the unit applies to a part that is a bare number. Empty after
// an error.
std::optional<Value> with_unit(Evaluation& evaluation, const Value& value, const Unit& unit,
                               const ast::Expr& part, Scope& scope);
// A bare number, or each part of a vector, with the unit that stands behind its bracket.
Value in_unit_behind(World& world, const Value& value, const ast::UnitExpr& written,
                     const ast::Expr& part, Scope& scope);

}  // namespace mbs::elaborate
