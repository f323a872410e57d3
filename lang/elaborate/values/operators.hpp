// Operators of scalars, vectors and lists, with their dimensions. Errors are reported and give
// Poison.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate_unary(World& world, const ast::Unary& node, const ast::Expr& expr, Scope& scope);
Value evaluate_binary(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope);

}  // namespace mbs::elaborate
