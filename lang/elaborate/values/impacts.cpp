#include "lang/elaborate/values/impacts.hpp"

#include <utility>

#include "lang/elaborate/values/derived_lists.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/reductions.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/values/units.hpp"

namespace mbs::elaborate {

namespace {

Scalar list_item(Draft& draft, int list, int row, Dimension dimension, std::optional<Unit> unit,
                 const ast::Expr& expr) {
  Scalar scalar;
  scalar.node = slot_node(draft, SlotKind::list_item, list, row);
  scalar.dimension = dimension;
  scalar.unit = std::move(unit);
  scalar.result = &expr;
  scalar.needs_run = true;
  return scalar;
}

// Impacts of a list in the order in which they stand in their table; empty for others.
std::vector<ImpactValue> rows_in_order(const ListValue& list) {
  std::vector<ImpactValue> each;
  for (const Value& item : *list.items) {
    const auto* impact = item.get<ImpactValue>();
    if (!impact || impact->index || impact->of.chosen) return {};
    if (!each.empty()) {
      const ImpactValue& last = each.back();
      const bool alike = impact->of.contact == last.of.contact &&
                         impact->of.window == last.of.window && impact->of.run == last.of.run;
      if (!alike || impact->row <= last.row) return {};
    }
    each.push_back(*impact);
  }
  return each;
}

}  // namespace

Scalar impact_rows(World& world, const ImpactsValue& of, int column, const ast::Expr& expr) {
  const auto [dimension, unit] = unit_of_field(impact_fields()[column].unit);
  const Scalar rows = list_rows(world, impact_list(world, of, column, expr), dimension, unit, expr);
  return of.chosen ? chosen_rows(world, rows, *of.chosen, expr) : rows;
}

Value impact_value(World& world, const ImpactValue& impact, int column, const ast::Expr& expr,
                   Scope& scope) {
  const Scalar rows = impact_rows(world, impact.of, column, expr);
  if (impact.index) return picked_item(world, rows, *impact.index, expr, scope);
  return list_item(world, rows.list, impact.row, rows.dimension, rows.unit, expr);
}

// As a condition over all impacts, by the instants at which they begin: no two begin at one.
std::optional<ImpactsValue> as_impacts(World& world, const Value& value, const ast::Expr& expr) {
  if (const auto* impacts = value.get<ImpactsValue>()) return *impacts;
  std::vector<ImpactValue> each;
  if (const auto* impact = value.get<ImpactValue>()) each.push_back(*impact);
  if (const auto* list = value.get<ListValue>()) each = rows_in_order(*list);
  if (each.empty()) return std::nullopt;
  ImpactsValue result = each.front().of;
  result.chosen.reset();
  const auto [dimension, unit] = unit_of_field(impact_fields()[0].unit);
  Scalar holds = list_rows(world, impact_list(world, result, 0, expr), dimension, unit, expr);
  const NodeId times = holds.node;
  holds.node = {};
  holds.boolean = true;
  for (const ImpactValue& impact : each) {
    const Value begin = impact_value(world, impact, 0, expr, *world.root);
    if (begin.poisoned()) return std::nullopt;
    Graph& graph = world.graph();
    const NodeId is_it = graph.binary(Op::equal, times, node_in(graph, *begin.get<Scalar>()));
    holds.node = holds.node.valid() ? graph.binary(Op::logical_or, holds.node, is_it) : is_it;
  }
  result.chosen = holds;
  return result;
}

}  // namespace mbs::elaborate
