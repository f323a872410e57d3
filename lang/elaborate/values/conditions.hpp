// Comparisons, `within`, `and`/`or`, and `if`. In laws, drives and forces a comparison of signals
// is watched: it is frozen between located crossings of its margin.
#pragma once

#include <optional>
#include <string>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Whether a condition that is known already can be judged; E0411 if what it compares is not a
// number.
bool judged(Reports& reports, const Scalar& condition, const std::string& name, Span span);

Value evaluate_comparison(World& world, const ast::Comparison& node, const ast::Expr& expr,
                          Scope& scope);
Value evaluate_within(World& world, const ast::Within& node, const ast::Expr& expr, Scope& scope);
Value evaluate_conditional(World& world, const ast::Conditional& node, const ast::Expr& expr,
                           Scope& scope);
Value evaluate_logical(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope);

// `value ~ target within tolerance`: |difference| and what is allowed.
struct WithinParts {
  Scalar value, target, allowed, off;
};
std::optional<WithinParts> within_parts(World& world, const ast::Within& node, Scope& scope);

}  // namespace mbs::elaborate
