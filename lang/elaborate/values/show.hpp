// Values as what a run is asked to show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// E0307 where one value is needed; `of_table`: of a table that could have a row for each instant.
enum class Histories { refuse, allow, of_table };

// Numbers, texts, vectors (one per part), tables of impacts. Empty after an error.
// The label is `name` if given, else the source text without `in unit`.
std::vector<ir::Shown> show(World& world, const ast::Expr& expr, Scope& scope,
                            const std::optional<ast::Identifier>& name, Histories histories);
// Says once that a value is missing, if nothing else has been said of it.
void require_value(World& world, const ast::Expr& expr);
std::vector<ir::Shown> show_value(World& world, const Value& value, const ast::Expr& expr,
                                  const std::optional<ast::Identifier>& name, Histories histories);
// The one of both quaternions of a rotation that is shown: w >= 0.
RotationValue as_shown(World& world, const RotationValue& rotation);
ir::Shown show_scalar(World& world, const Scalar& scalar);
ir::Domain domain_of(const World& world, const Scalar& scalar);

// Impacts, one of them or a list of some as the rows of one table; empty for anything else.
std::optional<ImpactsValue> as_impacts(World& world, const Value& value, const ast::Expr& expr);

// False, with E0306 or E0307, if the scalar cannot be shown here.
bool can_show(World& world, const Scalar& scalar, Span span, Histories histories,
              bool part = false);

}  // namespace mbs::elaborate
