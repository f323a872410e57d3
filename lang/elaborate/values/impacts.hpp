// Impacts of a contact: their columns, those of one of them, some of them.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A column of all of them, a value per row.
Scalar impact_rows(World& world, const ImpactsValue& of, int column, const ast::Expr& expr);
Value impact_value(World& world, const ImpactValue& impact, int column, const ast::Expr& expr,
                   Scope& scope);
// Impacts, one of them or a list of some as the rows of one table; empty for anything else.
std::optional<ImpactsValue> as_impacts(World& world, const Value& value, const ast::Expr& expr);

}  // namespace mbs::elaborate
