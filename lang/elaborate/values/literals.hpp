// The simple expressions: numbers, names, vectors, lists, and values in a unit.
#pragma once

#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate_number(World& world, const ast::Number& number, const ast::Expr& expr, Scope& scope);
Value evaluate_name(World& world, const ast::Name& name, const ast::Expr& expr, Scope& scope);
Value evaluate_vector(World& world, const ast::Vector& node, const ast::Expr& expr, Scope& scope);
Value evaluate_list(World& world, const ast::List& node, const ast::Expr& expr, Scope& scope);
Value evaluate_each(World& world, const ast::Each& node, const ast::Expr& expr, Scope& scope);
Value evaluate_convert(World& world, const ast::Convert& node, const ast::Expr& expr, Scope& scope);

}  // namespace mbs::elaborate
