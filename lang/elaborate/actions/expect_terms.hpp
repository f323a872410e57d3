// The comparisons that a condition is made of, each with what it compares.
#pragma once

#include <vector>

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// In the order of the text: those of `and` and `or`, neighbours in `a < b < c`, what stands in
// `all` and `any`. Of a history the values are those where it is nearest to failing, or with `any`
// to holding; of `max(x)` and `min(x)` over a run the instant is known, too. What is no comparison
// of numbers is a truth value. Complains of nothing: the condition has.
std::vector<ir::ExpectTerm> expect_terms(World& world, const ast::Expr& condition, Scope& scope);

}  // namespace mbs::elaborate
