// An operation on scalars, in their graph or, of constants, in none.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Scalar apply_unary(World& world, Scope& scope, Op op, const Scalar& a);
Scalar apply_binary(World& world, Scope& scope, Op op, const Scalar& a, const Scalar& b);

}  // namespace mbs::elaborate
