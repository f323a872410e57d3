#include "lang/elaborate/values/columns.hpp"

#include <fmt/format.h>

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value column_list(Evaluation& evaluation, const DataValue& data, int column, Span span) {
  const DataColumn& from = data.table->columns[column];
  if (!spend(evaluation, span, static_cast<long>(from.values.size()))) return Poison{};
  std::vector<Value> items;
  Scalar item = constant_scalar(0, from.unit.dimension);
  if (!from.unit.text.empty()) item.unit = from.unit;
  for (const double value : from.values) {
    item.value = value;
    items.push_back(item);
  }
  ListValue list = list_of(std::move(items));
  list.data = data.table;
  list.column = column;
  return list;
}

std::optional<ListValue> called_column(World& world, const ast::Expr& callee, Scope& scope) {
  const auto* field = std::get_if<ast::Field>(&callee.node);
  const auto* name = field ? std::get_if<ast::Name>(&field->base->node) : nullptr;
  if (!name) return std::nullopt;
  const Found found = find_name(scope, name->name);
  const bool data = found.symbol && found.symbol->statement &&
                    std::holds_alternative<ast::Data>(found.symbol->statement->node);
  if (!data) return std::nullopt;
  const Value value = value_of(world, *found.symbol, scope, callee.span);
  const auto* table = value.get<DataValue>();
  if (!table) return std::nullopt;
  for (std::size_t i = 0; i < table->table->columns.size(); ++i)
    if (table->table->columns[i].name == field->field.name)
      return ListValue{nullptr, table->table, static_cast<int>(i)};
  return std::nullopt;
}

namespace {

Value looked_up(Reports& reports, const DataTable& table, const DataColumn& column, const Scalar& x,
                const BuiltinCall& call) {
  Scalar like;
  inherit(like, x);
  like.dimension = column.unit.dimension;
  if (!column.unit.text.empty()) like.unit = column.unit;
  if (!x.constant() || x.placeholder) {
    Graph& graph = *call.scope.graph;
    return scalar_from(graph, graph.lookup(column.curve, node_in(graph, x)), like);
  }
  const Interpolant& curve = *column.curve;
  like.value = curve.at(x.value);
  if (!curve.outside(x.value)) return like;
  Scalar shown = x;
  shown.dimension = table.columns.front().unit.dimension;
  shown.unit = table.columns.front().unit;
  const auto end = [&](double value) {
    Scalar one = shown;
    one.value = value;
    return to_text(one);
  };
  report(reports, Code::E0606, call.arguments[0].expr->span,
         fmt::format("`{}` is asked for at {}, but its data go from {} to {}", curve.name(),
                     to_text(shown), end(curve.first()), end(curve.last())))
      .hint =
      "`outside = hold` keeps the first and the last value, `outside = repeat` begins again";
  return Poison{};
}

}  // namespace

Value call_column(Evaluation& evaluation, const ListValue& list, const ast::Call& node,
                  const BuiltinCall& call) {
  const DataTable& table = *list.data;
  const DataColumn& column = table.columns[list.column];
  const DataColumn& first = table.columns.front();
  const std::string name = table.name + "." + column.name;
  if (list.column == 0 || !column.curve) {
    report(evaluation, Code::E0308, node.callee->span,
           list.column == 0 ? fmt::format("`{}` is what the others are functions of", name)
                            : fmt::format("`{}` has one row only: it is no function", name));
    return Poison{};
  }
  if (call.arguments.size() != 1 || call.arguments[0].name) {
    report(evaluation, Code::E0309, call.expr.span,
           fmt::format("`{}` takes one argument, `{}`", name, first.name));
    return Poison{};
  }
  const EvaluatedArgument& argument = call.arguments[0];
  if (argument.value.poisoned()) return Poison{};
  const Purpose purpose{fmt::format("`{}` of `{}`", first.name, name), first.unit.dimension,
                        argument.expr->span, first.unit.text == "Hz"};
  const auto one = [&](const Value& value) -> Value {
    const auto* scalar = value.get<Scalar>();
    if (!scalar || scalar->boolean) {
      report(evaluation, Code::E0308, argument.expr->span,
             fmt::format("{} must be a number, but this is {}", purpose.name, describe(value)));
      return Poison{};
    }
    if (!fits(evaluation, *scalar, purpose, argument.expr)) return Poison{};
    return looked_up(evaluation, table, column, *scalar, call);
  };
  const auto* given = argument.value.get<ListValue>();
  if (!given) return one(argument.value);
  if (!spend(evaluation, call.expr.span, static_cast<long>(given->items->size()))) return Poison{};
  std::vector<Value> items;
  for (const Value& value : *given->items) {
    items.push_back(one(value));
    if (items.back().poisoned()) return Poison{};
  }
  return list_of(std::move(items));
}

}  // namespace mbs::elaborate
