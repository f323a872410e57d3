// From histories and lists to one value.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

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

}  // namespace mbs::elaborate
