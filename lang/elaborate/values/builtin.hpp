// How the functions of the language are evaluated, and a call of one.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lang/elaborate/world/world.hpp"
#include "lang/kinds/functions.hpp"

namespace mbs::elaborate {

struct EvaluatedArgument {
  std::optional<ast::Identifier> name;
  Value value;
  const ast::Expr* expr = nullptr;
};
struct BuiltinCall {
  const ast::Expr& expr;
  Scope& scope;
  std::vector<EvaluatedArgument>& arguments;
};
struct Builtin : FunctionInfo {
  Value (*evaluate)(World&, const Builtin&, const BuiltinCall&);
  Op op = Op::constant;
  int tag = 0;
};

// In functions.cpp, as rows of its table ask for all of this floor. Null if there is none of this
// name.
const Builtin* find_builtin(std::string_view name);

// Whether the function is one of numbers, which lists enter item by item.
bool goes_by_items(const Builtin& builtin, const std::vector<EvaluatedArgument>& arguments);

}  // namespace mbs::elaborate
