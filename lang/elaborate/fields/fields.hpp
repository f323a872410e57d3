// `a.b` and `a'`.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate_field(World& world, const ast::Field& node, const ast::Expr& expr, Scope& scope);
Value evaluate_prime(World& world, const ast::Prime& node, const ast::Expr& expr, Scope& scope);

}  // namespace mbs::elaborate
