// Lists: made by a rule, counted in steps, put in order, and functions taken item by item.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Is it an expression over columns of lists, one value for each row?
bool is_rows(const Value& value);

constexpr double longest_range = 100000;  // values

inline ListValue list_of(std::vector<Value> items) {
  return {std::make_shared<const std::vector<Value>>(std::move(items)), {}, -1};
}

// `a .. b by h`: a, a + h, … up to b, which belongs to it if it is met within rounding.
Value evaluate_steps(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope);

Value call_by_items(World& world, const Builtin& builtin, const BuiltinCall& call);

// The values of `[item for variable in values]` for a list of known items, in order; empty after an
// error.
std::optional<std::vector<Value>> each_value(World& world, const ast::Each& node, const Value& over,
                                             Scope& scope);

// Where `for` has found no list.
void report_no_list(World& world, const Value& value, Span span);

Value spaced_list(World& world, const Builtin& builtin, const BuiltinCall& call);
Value joined_list(World& world, const Builtin& builtin, const BuiltinCall& call);
Value sorted_list(World& world, const Builtin& builtin, const BuiltinCall& call);

}  // namespace mbs::elaborate
