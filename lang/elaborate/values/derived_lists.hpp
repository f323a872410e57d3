// Lists made of other lists that a run fills.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// `at(x, tick.times)`: a row for each instant.
Value at_instants(World& world, const Scalar& operand, const Scalar& times,
                  const BuiltinCall& call);
// `l[c]`: the rows for which a condition over as many rows holds.
Scalar chosen_rows(World& world, const Scalar& rows, const Scalar& condition,
                   const ast::Expr& expr);
// `l[a..b]` where only a run gives a or b: the condition that holds for those rows.
Scalar part_of_rows(World& world, const Scalar& rows, const Scalar& first, const Scalar& last,
                    const ast::Expr& expr);

}  // namespace mbs::elaborate
