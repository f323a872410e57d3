// Calls: functions of the script and of the language, and laws with some arguments fixed.
#pragma once

#include <vector>

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate_call(World& world, const ast::Call& node, const ast::Expr& expr, Scope& scope);
Value call_function(World& world, Symbol& function, const ast::Expr& expr,
                    std::vector<EvaluatedArgument>& arguments, Scope& scope);
// Binds the arguments of a law value; missing ones stay open.
Value call_law(Reports& reports, const LawValue& law, const ast::Expr& expr,
               std::vector<EvaluatedArgument>& arguments);
const std::vector<ast::Parameter>& parameters_of(const Symbol& symbol);

}  // namespace mbs::elaborate
