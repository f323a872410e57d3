// `a[i]`.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate_index(World& world, const ast::Index& node, const ast::Expr& expr, Scope& scope);

}  // namespace mbs::elaborate
