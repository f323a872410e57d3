// Expressions to values. Errors are reported and give Poison. An expression may ask for anything,
// the fields of things among it, and all floors up to those ask for expressions: so these are
// declared here, below, and their bodies stand above, in lang/elaborate/fields/dispatch.cpp.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate(World& world, const ast::Expr& expr, Scope& scope);
// A body or a point as its position; other values as they are.
Value placed(World& world, const Value& value, const ast::Expr& expr, Scope& scope);
// What a symbol stands for; memoised, E0305 for circles. A unit may name a constant in an exponent,
// and a constant its unit: the body is in symbol_value.cpp.
Value value_of(World& world, Symbol& symbol, Scope& asker, Span span);
// Whether something is wrong with the ends of a thing, which might have made a family of it.
bool is_unmade(World& world, const Value& value);

}  // namespace mbs::elaborate
