// What can be asked of each kind of declared thing.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value object_field(World& world, Object& object, const ast::Identifier& field,
                   const ast::Expr& expr, Scope& scope);

}  // namespace mbs::elaborate
