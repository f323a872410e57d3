#include "lang/elaborate/values/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/late_lists.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/reductions.hpp"
#include "lang/elaborate/values/unit_behind.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

// One row after the other.
Scalar item_of(World& world, const Scalar& rows, RoundsOf& all, const ast::Expr& expr) {
  mbs::Slot slot;
  slot.kind = SlotKind::loop_item;
  slot.index = world.scenario->loop_items++;
  all.rounds.push_back({slot.index, node_in(world.graph(), rows), rows.list});
  all.needs_run = all.needs_run || rows.needs_run;
  Scalar item = rows;
  item.node = world.graph().slot(slot);
  item.list = -1;
  item.result = &expr;
  return item;
}

// The numbers from 1 to that of the impacts.
Scalar numbers_of(World& world, const ImpactsValue& impacts, const ast::Expr& expr) {
  const Scalar one = constant_scalar(1);
  return range_of_results(world, one, impact_count(world, impacts, expr, expr), nullptr, expr);
}

bool can_be_item(Reports& reports, const Scalar& made, const ast::Each& node) {
  const std::string text = source_text(reports, node.item->span);
  if (made.list >= 0) {
    report(
        reports, Code::E0308, node.item->span,
        fmt::format("`{}` is a list, but the items of a list that a run fills are numbers", text))
        .hint = fmt::format("one number of each: `max({0})`, `({0})[1]`", text);
    return false;
  }
  if (!made.is_signal()) return true;
  report(reports, Code::E0307, node.item->span,
         fmt::format("`{}` is a history of values; say which one", text))
      .hint = fmt::format("`max({0})`, `final({0})`, `at({0}, 2 ms)`", text);
  return false;
}

Value one_list(World& world, const Scalar& made, const ast::Each& node, const ast::Expr& expr,
               const RoundsOf& rounds) {
  if (!can_be_item(world, made, node)) return Poison{};
  ir::ListSource source = list_source(world, ir::ListSource::Kind::ruled, expr);
  source.items.push_back(node_in(world.graph(), made));
  source.rounds = rounds.rounds;
  Scalar like = made;
  like.needs_run = like.needs_run || rounds.needs_run;
  return rows_from(world, std::move(source), like, expr);
}

Value ruled_list(World& world, const ast::Each& node, const ast::Expr& expr, const RoundsOf& rounds,
                 Scope& scope) {
  Scope& inside = new_scope(world, ScopeKind::loop, &scope);
  inside.graph = scope.graph;
  inside.law = scope.law;
  Symbol& symbol =
      new_symbol(world, SymbolKind::value, node.variable.name, node.variable.span, inside);
  symbol.value = rounds.item;
  define(world, inside, symbol);
  Value made = placed(world, evaluate(world, *node.item, inside), *node.item, inside);
  if (node.unit && !made.poisoned())
    made = in_unit_behind(world, made, *node.unit, *node.item, scope);
  if (made.poisoned()) return Poison{};
  if (const auto* number = made.get<Scalar>()) return one_list(world, *number, node, expr, rounds);
  if (const auto* vector = made.get<VectorValue>()) {
    VectorValue lists;
    for (const Scalar& part : vector->parts) {
      const Value one = one_list(world, part, node, expr, rounds);
      if (one.poisoned()) return Poison{};
      lists.parts.push_back(*one.get<Scalar>());
    }
    return lists;
  }
  report(world, Code::E0308, node.item->span,
         fmt::format("the items of a list that a run fills are numbers, but this is {}",
                     describe(made)));
  return Poison{};
}

}  // namespace

bool is_filled_by_a_run(const Value& list) {
  const auto* vector = list.get<VectorValue>();
  return is_rows(list) || list.get<ImpactsValue>() ||
         (vector && std::ranges::any_of(vector->parts, [](const Scalar& p) { return is_rows(p); }));
}

std::optional<RoundsOf> rounds_of(World& world, const Value& list, const ast::Expr& expr) {
  RoundsOf all;
  if (is_rows(list)) {
    all.item = item_of(world, *list.get<Scalar>(), all, expr);
  } else if (const auto* impacts = list.get<ImpactsValue>()) {
    all.item =
        ImpactValue{*impacts, 0, item_of(world, numbers_of(world, *impacts, expr), all, expr)};
  } else if (const auto* vector = list.get<VectorValue>()) {
    VectorValue item = *vector;
    for (Scalar& part : item.parts)
      if (is_rows(part)) part = item_of(world, part, all, expr);
    all.item = std::move(item);
  }
  return all.rounds.empty() ? std::nullopt : std::optional(std::move(all));
}

std::optional<Value> ruled_by_a_run(World& world, const ast::Each& node, const Value& over,
                                    const ast::Expr& expr, Scope& scope) {
  if (const auto rounds = rounds_of(world, over, *node.values))
    return ruled_list(world, node, expr, *rounds, scope);
  return std::nullopt;
}

}  // namespace mbs::elaborate
