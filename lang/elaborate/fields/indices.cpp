#include "lang/elaborate/fields/indices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/fields/asked.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/derived_lists.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/late_lists.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/reductions.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/world/families.hpp"

namespace mbs::elaborate {
namespace {

// One index, in `base[… , index, …]`.
struct Asked {
  const ast::Expr& base;
  const ast::Expr& index;
  const ast::Expr& expr;  // the whole
};

std::optional<long> index_of(Reports& reports, const Asked& node, const Value& given) {
  if (is_rows(given)) {
    report(reports, Code::E0311, node.index.span, "an index is one number, but this is a list")
        .hint =
        "a condition for each item chooses several: `hit.impacts[hit.impacts.v_in > 1 m/s]`";
    return std::nullopt;
  }
  if (const auto* scalar = given.get<Scalar>(); scalar && scalar->result) {
    report(reports, Code::E0311, node.index.span,
           "an index must be known before the run, but this is a result")
        .hint = "`last(list)` and `first(list)` are its ends: `last(hit.impacts.v_in)`";
    return std::nullopt;
  }
  const auto index = whole_number(reports, given, "an index", node.index.span);
  if (!index) return std::nullopt;
  if (*index >= 1) return index;
  report(reports, Code::E0310, node.index.span,
         fmt::format("index {}; indices start at 1", *index));
  return std::nullopt;
}

void report_beyond(Reports& reports, const Asked& node, long index, std::size_t count) {
  report(reports, Code::E0310, node.index.span,
         fmt::format("there is no item {}; `{}` has {}", index,
                     source_text(reports, node.base.span), count));
}

void report_no_member(Reports& reports, const Asked& node, const FamilyValue& family,
                      const FamilyValue& part) {
  Diagnostic& d =
      report(reports, Code::E0310, node.index.span, fmt::format("there is no `{}`", name_of(part)));
  const auto members = members_of(family);
  if (!members.empty())
    d.hint = fmt::format("there are `{}` to `{}`", name_of(family, members.front()),
                         name_of(family, members.back()));
}

// The member, or those of which this is one index of several.
Value family_member(World& world, const FamilyValue& family, const Asked& node, const Value& given,
                    Scope& scope) {
  const auto index = whole_number(world, given, "an index", node.index.span);
  if (!index) return Poison{};
  FamilyValue part = family;
  part.leading.push_back(*index);
  const auto members = members_of(part);
  if (members.empty()) {
    report_no_member(world, node, family, part);
    return Poison{};
  }
  if (!members.front().indices.empty()) return part;
  return value_of(world, *members.front().symbol, scope, node.index.span);
}

bool is_list(const Value& value) {
  const auto* rows = value.get<Scalar>();
  return value.get<ListValue>() || value.get<ImpactsValue>() || (rows && rows->list >= 0);
}

Value item_by_result(World& world, const Value& base, const Scalar& index, const Asked& node,
                     Scope& scope) {
  if (!fits(world, index, {"an index", dim::pure, node.index.span}, &node.index)) return Poison{};
  if (const auto* impacts = base.get<ImpactsValue>()) return ImpactValue{*impacts, 0, index};
  const auto rows = as_rows(world, base, node.base);
  return rows ? picked_item(world, *rows, index, node.expr, scope) : Value(Poison{});
}

// A row of an expression over list columns: each column's item.
Value rows_item(Draft& draft, const Scalar& rows, long index, const ast::Expr& expr) {
  Graph& graph = draft.graph();
  NodeId node = rows.node;
  for (const mbs::Slot& slot : graph.slots_used(rows.node)) {
    if (slot.kind != SlotKind::list_element) continue;
    const NodeId item =
        slot_node(draft, SlotKind::list_item, slot.index, static_cast<int>(index) - 1);
    node = graph.substitute(node, graph.slot(slot), item);
  }
  Scalar result = rows;
  result.node = node;
  result.list = -1;
  result.result = &expr;
  return result;
}

// A condition for each item, known or of results.
bool are_conditions(const Value& value) {
  if (is_rows(value)) return value.get<Scalar>()->boolean;
  const auto* list = value.get<ListValue>();
  const auto is_condition = [](const Value& item) {
    const auto* scalar = item.get<Scalar>();
    return scalar && scalar->boolean;
  };
  return list && !list->items->empty() && std::ranges::all_of(*list->items, is_condition);
}

bool all_known(const ListValue& conditions) {
  return std::ranges::all_of(*conditions.items,
                             [](const Value& item) { return item.get<Scalar>()->constant(); });
}

Value chosen_items(Reports& reports, const ListValue& list, const ListValue& conditions,
                   const Asked& node) {
  const std::size_t count = list.items->size(), given = conditions.items->size();
  if (count != given) {
    report(reports, Code::E0310, node.index.span,
           fmt::format("{} conditions for {} items", given, count))
        .hint = "a condition for each item: `l[l > 2 mm]`";
    return Poison{};
  }
  std::vector<Value> items;
  for (std::size_t i = 0; i < count; ++i)
    if ((*conditions.items)[i].get<Scalar>()->value != 0) items.push_back((*list.items)[i]);
  return list_of(std::move(items));
}

// What a condition over lists that are written down is for each item; empty if a run decides.
std::optional<ListValue> known_conditions(Draft& draft, const Scalar& rows) {
  Graph& graph = draft.graph();
  const auto& lists = draft.scenario->lists;
  if (lists[rows.list].kind != ir::ListSource::Kind::constant) return {};
  std::vector<Value> items;
  for (std::size_t i = 0; i < lists[rows.list].items.size(); ++i) {
    NodeId node = rows.node;
    for (const mbs::Slot& slot : graph.slots_used(rows.node)) {
      const bool element = slot.kind == SlotKind::list_element;
      if (!element || lists[slot.index].kind != ir::ListSource::Kind::constant) return {};
      if (i >= lists[slot.index].items.size()) return {};
      node = graph.substitute(node, graph.slot(slot), lists[slot.index].items[i]);
    }
    if (!graph.is_constant(node)) return {};
    items.push_back(boolean_scalar(graph.value(node) != 0));
  }
  return list_of(std::move(items));
}

// `l[c]`: of a list what a list of conditions chooses.
Value chosen_of(World& world, const Value& base, const Value& conditions, const Asked& node) {
  const auto *list = base.get<ListValue>(), *known = conditions.get<ListValue>();
  if (list && known && all_known(*known)) return chosen_items(world, *list, *known, node);
  const auto condition = as_rows(world, conditions, node.index);
  if (!condition) return Poison{};
  if (list)
    if (const auto decided = known_conditions(world, *condition))
      return chosen_items(world, *list, *decided, node);
  if (const auto* impacts = base.get<ImpactsValue>()) {
    if (!impacts->chosen) {
      ImpactsValue result = *impacts;
      result.chosen = condition;
      return result;
    }
    report(world, Code::E0308, node.base.span, "some of these impacts are chosen already").hint =
        "one condition for all: `hit.impacts[a and b]`";
    return Poison{};
  }
  if (!list && !is_rows(base)) {
    report(world, Code::E0308, node.base.span, fmt::format("{} has no items", describe(base)));
    return Poison{};
  }
  const auto rows = as_rows(world, base, node.base);
  return rows ? Value(chosen_rows(world, *rows, *condition, node.expr)) : Value(Poison{});
}

Value item_of(World& world, const Value& base, const Asked& node, const Value& given, Scope& scope);

// `at(body.position, hit.impacts.t)[2]`: a list of vectors is a vector of lists there.
Value item_of_each(World& world, const VectorValue& vector, const Asked& node, const Value& given,
                   Scope& scope) {
  VectorValue result;
  for (const Scalar& part : vector.parts) {
    const Value item = is_rows(part) ? item_of(world, part, node, given, scope) : Value(part);
    const auto* scalar = item.get<Scalar>();
    if (!scalar) return Poison{};
    result.parts.push_back(*scalar);
  }
  return result;
}

Value item_of(World& world, const Value& base, const Asked& node, const Value& given,
              Scope& scope) {
  const auto* each = base.get<VectorValue>();
  if (each && std::ranges::any_of(each->parts, [](const Scalar& part) { return is_rows(part); }))
    return item_of_each(world, *each, node, given, scope);
  if (const auto* family = base.get<FamilyValue>())
    return family_member(world, *family, node, given, scope);
  if (const auto* chosen = given.get<Scalar>(); chosen && is_list(base) && is_known_by_a_run(given))
    return item_by_result(world, base, *chosen, node, scope);
  const auto index = index_of(world, node, given);
  if (!index) return Poison{};
  const auto position = static_cast<std::size_t>(*index);
  if (const auto* list = base.get<ListValue>()) {
    if (position <= list->items->size()) return (*list->items)[position - 1];
    report_beyond(world, node, *index, list->items->size());
    return Poison{};
  }
  if (const auto* vector = base.get<VectorValue>()) {
    if (position <= vector->parts.size()) return vector->parts[position - 1];
    report_beyond(world, node, *index, vector->parts.size());
    return Poison{};
  }
  if (*index > 1000000000) {
    report(world, Code::E0310, node.index.span, fmt::format("index {} is beyond any list", *index));
    return Poison{};
  }
  if (const auto* impacts = base.get<ImpactsValue>())
    return ImpactValue{*impacts, static_cast<int>(*index) - 1, {}};
  const auto* scalar = base.get<Scalar>();
  if (scalar && scalar->list >= 0) return rows_item(world, *scalar, *index, node.expr);
  report(world, Code::E0308, node.base.span, fmt::format("{} has no items", describe(base)));
  return Poison{};
}

// `l[2..4]`: each of them.
Value items_of(World& world, const Value& base, const Asked& node, const ListValue& indices,
               Scope& scope) {
  if (!spend(world, node.expr.span, static_cast<long>(indices.items->size()))) return Poison{};
  std::vector<Value> items;
  for (const Value& index : *indices.items) {
    items.push_back(item_of(world, base, node, index, scope));
    if (items.back().poisoned()) return Poison{};
  }
  return list_of(std::move(items));
}

// The rows that are numbered: of impacts their instants.
std::optional<Scalar> rows_to_number(World& world, const Value& base, const Asked& node) {
  if (const auto* impacts = base.get<ImpactsValue>())
    return list_rows(world, impact_list(world, *impacts, 0, node.base), dim::time, {}, node.base);
  return as_rows(world, base, node.base);
}

// `l[2..count(l)]`; empty for a range whose ends are known.
std::optional<Value> part_by_results(World& world, const Value& base, const Asked& node,
                                     Scope& scope) {
  const auto* range = std::get_if<ast::Binary>(&node.index.node);
  if (!range || range->op != ast::BinaryOp::range || !is_list(base)) return {};
  const Value first = evaluate(world, *range->left, scope),
              last = evaluate(world, *range->right, scope);
  if (first.poisoned() || last.poisoned()) return Poison{};
  if (!is_known_by_a_run(first) && !is_known_by_a_run(last)) return {};
  for (const auto& [end, expr] : {std::pair{&first, &range->left}, {&last, &range->right}}) {
    const auto* number = end->get<Scalar>();
    if (!number || !fits(world, *number, {"an index", dim::pure, (*expr)->span}, expr->get()))
      return Poison{};
  }
  const auto rows = rows_to_number(world, base, node);
  if (!rows) return Poison{};
  return chosen_of(world, base,
                   part_of_rows(world, *rows, *first.get<Scalar>(), *last.get<Scalar>(), node.expr),
                   node);
}

Value part_of(World& world, const Value& base, const Asked& node, Scope& scope) {
  if (base.poisoned()) return Poison{};
  if (const auto part = part_by_results(world, base, node, scope)) return *part;
  const Value given = evaluate(world, node.index, scope);
  if (given.poisoned()) return Poison{};
  if (are_conditions(given)) return chosen_of(world, base, given, node);
  const auto* several = given.get<ListValue>();
  return several ? items_of(world, base, node, *several, scope)
                 : item_of(world, base, node, given, scope);
}

}  // namespace

Value evaluate_index(World& world, const ast::Index& node, const ast::Expr& expr, Scope& scope) {
  Value value = evaluate(world, *node.base, scope);
  for (const ast::ExprPtr& index : node.indices)
    value = part_of(world, value, {*node.base, *index, expr}, scope);
  return value;
}

}  // namespace mbs::elaborate
