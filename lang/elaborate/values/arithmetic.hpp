// An operation on scalars, in their graph or, of constants, in none.
#pragma once

#include "lang/elaborate/world/evaluation.hpp"

namespace mbs::elaborate {

Scalar apply_unary(Evaluation& evaluation, Scope& scope, Op op, const Scalar& a);
Scalar apply_binary(Evaluation& evaluation, Scope& scope, Op op, const Scalar& a, const Scalar& b);

}  // namespace mbs::elaborate
