// Values as what a run is asked to show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/elaborate/values/can_show.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate_text(World& world, const ast::Text& node, const ast::Expr& expr, Scope& scope);

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

}  // namespace mbs::elaborate
