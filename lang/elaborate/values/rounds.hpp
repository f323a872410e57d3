// Loops and rules over what only a run fills: `for x in hit.impacts.t { … }`,
// `[f(k) for k in 1..count(hit.impacts)]`.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// What stands for the variable in each round, and what the rounds go through.
struct RoundsOf {
  Value item;
  std::vector<ir::Rounds> rounds = {};
  bool needs_run = false;
};
// Empty for a list whose items are known, and for what is no list.
std::optional<RoundsOf> rounds_of(World& world, const Value& list, const ast::Expr& expr);

// `[item for variable in values]` if only a run fills `over`, the values: a number, a condition or
// a vector for each round.
std::optional<Value> ruled_by_a_run(World& world, const ast::Each& node, const Value& over,
                                    const ast::Expr& expr, Scope& scope);

// A list that only a run gives.
bool is_filled_by_a_run(const Value& list);

}  // namespace mbs::elaborate
