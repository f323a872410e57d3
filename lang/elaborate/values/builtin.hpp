// The functions of the language: a row of their table, and a call of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/elaborate/world/world.hpp"

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
struct Builtin {
  std::string_view name;
  int least, most;  // number of arguments
  Value (*evaluate)(World&, const Builtin&, const BuiltinCall&);
  Op op = Op::constant;
  int tag = 0;
  std::string_view signature, doc;
};

// The table of functions, whose rows ask for all of this floor: functions.cpp. Null if there is
// none of this name.
const Builtin* find_builtin(std::string_view name);
std::vector<std::string> builtin_names();

// Whether the function is one of numbers, which lists enter item by item.
bool goes_by_items(const Builtin& builtin, const std::vector<EvaluatedArgument>& arguments);

}  // namespace mbs::elaborate
