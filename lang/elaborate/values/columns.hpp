// Columns of data: lists, and functions of the first one.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// The column as a list of quantities in the unit of its heading.
Value column_list(Evaluation& evaluation, const DataValue& data, int column, Span span);

// `drop.y` where it is called, without the list; empty for anything else.
std::optional<ListValue> called_column(World& world, const ast::Expr& callee, Scope& scope);
// `drop.y(t)`
Value call_column(Evaluation& evaluation, const ListValue& column, const ast::Call& node,
                  const BuiltinCall& call);

}  // namespace mbs::elaborate
