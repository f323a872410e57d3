// From histories and lists to one value.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// `max(x)`, `count(rows)`, …: the builtin's tag is the ir::ReductionKind.
Value evaluate_reduction(World& world, const Builtin& builtin, const BuiltinCall& call);

// The one or several values that a run will give, `time` of `at` and the like (invalid: none), with
// all that `call` says of them; poison, with its message, if they are none of one run.
Value reduced(World& world, ir::ReductionKind kind, ir::Domain over, const Scalar& operand,
              NodeId time, const BuiltinCall& call);
// False, with E0306, where no run will be finished.
bool results_allowed(World& world, const BuiltinCall& call);

// How many impacts `which` names.
Scalar impact_count(World& world, const ImpactsValue& impacts, const ast::Expr& which,
                    const ast::Expr& expr);

// `l[i]` where only a run gives i.
Value picked_item(World& world, const Scalar& rows, const Scalar& index, const ast::Expr& expr,
                  Scope& scope);
// `at(x, tick.times)`: a row for each instant.
Value at_instants(World& world, const Scalar& operand, const Scalar& times,
                  const BuiltinCall& call);
// `l[c]`: the rows for which a condition over as many rows holds.
Scalar chosen_rows(World& world, const Scalar& rows, const Scalar& condition,
                   const ast::Expr& expr);
// `l[a..b]` where only a run gives a or b: the condition that holds for those rows.
Scalar part_of_rows(World& world, const Scalar& rows, const Scalar& first, const Scalar& last,
                    const ast::Expr& expr);
// `harmonic(x, f)`: amplitude and phase.
Value harmonic(World& world, const Builtin& builtin, const BuiltinCall& call);

}  // namespace mbs::elaborate
