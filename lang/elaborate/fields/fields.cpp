// `a.b` and `a[i]`.
#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/states.hpp"
#include "lang/elaborate/values/columns.hpp"
#include "lang/elaborate/values/reductions.hpp"
#include "lang/elaborate/values/rotations.hpp"
#include "lang/elaborate/values/show.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

Value unknown_field(World& world, const std::string& owner, const ast::Identifier& field,
                    const std::vector<std::string>& known) {
  const auto near = suggest(field.name, known);
  Diagnostic& d =
      report(world, Code::E0301, field.span, fmt::format("`{}` has no `{}`", owner, field.name),
             near ? fmt::format("did you mean `{}`?", *near) : "");
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  if (!near && !list.empty() && known.size() <= 30) d.hint = "it has: " + list;
  return Poison{};
}

std::vector<std::string> field_names(std::span<const FieldInfo> fields) {
  std::vector<std::string> names;
  for (const FieldInfo& field : fields) names.emplace_back(field.name);
  return names;
}

// Dimension and unit of a field whose table entry names its unit.
std::pair<Dimension, std::optional<Unit>> typed(std::string_view unit) {
  if (unit.empty()) return {dim::pure, std::nullopt};
  if (unit == "rad" || unit == "deg") return {dim::pure, Unit{std::string(unit), 1, dim::pure}};
  if (unit == "rad/s") return {dim::angular_speed, Unit{"rad/s", 1, dim::angular_speed}};
  if (unit == "J") return {dim::torque, Unit{"J", 1, dim::torque}};
  if (unit == "m") return {dim::length, std::nullopt};
  if (unit == "s") return {dim::time, std::nullopt};
  if (unit == "m/s") return {dim::speed, std::nullopt};
  if (unit == "N") return {dim::force, std::nullopt};
  if (unit == "N*s") return {dim::impulse, std::nullopt};
  return {dim::pure, std::nullopt};
}

Value vector_field(World& world, const VectorValue& vector, const ast::Field& node) {
  static const std::vector<std::string> names = {"x", "y", "z"};
  for (std::size_t i = 0; i < vector.parts.size() && i < names.size(); ++i) {
    if (node.field.name == names[i]) return vector.parts[i];
  }
  return unknown_field(world, source_text(world, node.base->span), node.field,
                       {names.begin(), names.begin() + static_cast<long>(std::min<std::size_t>(
                                                           vector.parts.size(), 3))});
}

Value rotation_field(World& world, const RotationValue& rotation, const ast::Field& node) {
  static const std::vector<std::string> names = {"w", "x", "y", "z"};
  const RotationValue shown = as_shown(world, rotation);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (node.field.name == names[i]) return shown.parts[i];
  return unknown_field(world, source_text(world, node.base->span), node.field, names);
}

Value instance_field(World& world, const InstanceValue& instance, const ast::Field& node,
                     Scope& scope) {
  if (Symbol* symbol = find_here(*instance.scope, node.field.name))
    return value_of(world, *symbol, scope, node.field.span);
  if (has_family(*instance.scope, node.field.name))
    return FamilyValue{instance.scope, node.field.name};
  std::vector<std::string> names;
  for (const Symbol* symbol : instance.scope->order) names.push_back(symbol->name);
  return unknown_field(world, source_text(world, node.base->span), node.field, names);
}

int impact_column(const std::string& name) {
  const auto fields = impact_fields();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

Scalar list_item(World& world, int list, int row, Dimension dimension, std::optional<Unit> unit,
                 const ast::Expr& expr) {
  Scalar scalar;
  scalar.node = slot_node(world, SlotKind::list_item, list, row);
  scalar.dimension = dimension;
  scalar.unit = std::move(unit);
  scalar.result = &expr;
  scalar.needs_run = true;
  return scalar;
}

Value impact_field(World& world, const ImpactValue& impact, bool whole, const ast::Field& node,
                   const ast::Expr& expr, Scope& scope) {
  const ImpactsValue& of = impact.of;
  const Object& contact = *of.contact;
  const ast::Identifier& field = node.field;
  const int column = impact_column(field.name);
  if (column < 0)
    return unknown_field(world, contact.name + ".impacts", field, field_names(impact_fields()));
  const auto [dimension, unit] = typed(impact_fields()[column].unit);
  int list = impact_list(world, of, column, expr);
  Scalar rows = list_rows(world, list, dimension, unit, expr);
  if (of.chosen) {
    rows = chosen_rows(world, rows, *of.chosen, expr);
    list = rows.list;
  }
  if (!whole && !impact.index) return list_item(world, list, impact.row, dimension, unit, expr);
  return whole ? Value(rows) : picked_item(world, rows, *impact.index, expr, scope);
}

Value data_field(World& world, const DataValue& data, const ast::Field& node) {
  std::vector<std::string> names;
  const auto& columns = data.table->columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == node.field.name)
      return column_list(world, data, static_cast<int>(i), node.field.span);
    names.push_back(columns[i].name);
  }
  return unknown_field(world, source_text(world, node.base->span), node.field, names);
}

Value record_field(World& world, const RecordValue& record, const ast::Field& node) {
  std::vector<std::string> names;
  for (const auto& [name, value] : record.parts) {
    if (name == node.field.name) return value;
    names.push_back(name);
  }
  return unknown_field(world, source_text(world, node.base->span), node.field, names);
}

Value table_field(World& world, const TableValue& table, const ast::Field& node,
                  const ast::Expr& expr) {
  const TableEntry& entry = world.session.tables[table.table];
  if (!entry.filled) {
    report(world, Code::E0306, expr.span,
           fmt::format("`{}` needs a finished run", source_text(world, expr.span)),
           "the table has no rows yet");
    return Poison{};
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < entry.info.columns.size(); ++i) {
    const auto& column = entry.info.columns[i];
    names.push_back(column.name);
    if (column.name != node.field.name) continue;
    if (column.text) {
      report(world, Code::E0308, expr.span,
             fmt::format("column `{}` holds text, not numbers", column.name));
      return Poison{};
    }
    const int list =
        list_id(world, ir::ListSource::Kind::table_column, table.table, static_cast<int>(i), expr);
    Scalar rows = list_rows(world, list, entry.columns[i].dimension, entry.columns[i].unit, expr);
    rows.boolean = entry.columns[i].boolean;
    return rows;
  }
  const bool faulty = std::ranges::any_of(entry.table->columns, [&](const ast::Column& column) {
    return column.name && column.name->name == node.field.name;
  });
  if (faulty) return Poison{};  // its value has been complained about
  return unknown_field(world, source_text(world, node.base->span), node.field, names);
}

Value energy_field(World& world, const ast::Field& node, const ast::Expr& expr, Scope& scope) {
  const auto fields = energy_fields();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name != node.field.name) continue;
    if (scope.graph != &world.graph()) {
      report(world, Code::E0602, expr.span, "the energy is not known in a law");
      return Poison{};
    }
    const auto [dimension, unit] = typed(fields[i].unit);
    return signal(world, slot_node(world, SlotKind::energy, 0, static_cast<int>(i)), dimension,
                  expr, unit);
  }
  return unknown_field(world, "energy", node.field, field_names(fields));
}

Value law_field(World& world, const LawValue& law, const ast::Field& node, const ast::Expr& expr,
                Scope& scope) {
  if (node.field.name == "FN") return nested_force(world, law, expr, scope);
  if (node.field.name == "text") return TextValue{{signature_text(world, law)}};
  return unknown_field(world, source_text(world, node.base->span), node.field, {"FN", "text"});
}

}  // namespace

int list_id(World& world, ir::ListSource::Kind kind, int entity, int column, const ast::Expr& expr,
            int window, int run) {
  const std::array<int, 5> key{static_cast<int>(kind), entity, column, window, run};
  const auto known = world.lists.find(key);
  if (known != world.lists.end()) return known->second;
  ir::ListSource source;
  source.kind = kind;
  source.entity = entity;
  source.column = column;
  source.run = run;
  if (window >= 0) {
    source.from = world.windows[window].from;
    source.to = world.windows[window].to;
  }
  source.origin = expr.span;
  source.text = source_text(world, expr.span);
  const int id = static_cast<int>(world.scenario->lists.size());
  world.scenario->lists.push_back(std::move(source));
  world.lists.emplace(key, id);
  return id;
}

int impact_list(World& world, const ImpactsValue& impacts, int column, const ast::Expr& expr) {
  const Object& contact = *impacts.contact;
  const int shared = shared_of(contact);
  const int entity = shared < 0 ? contact.index : -1 - shared;
  const int id = list_id(world, ir::ListSource::Kind::impact_column, entity, column, expr,
                         impacts.window, impacts.run);
  world.scenario->lists[id].entity = contact.index;
  world.scenario->lists[id].shared = shared;
  return id;
}

namespace {

// A condition over all impacts that holds for this one alone: no two begin at one instant.
Scalar is_this(World& world, const Scalar& times, const ImpactValue& impact,
               const ast::Expr& expr) {
  ImpactsValue all = impact.of;
  all.chosen.reset();
  const auto [dimension, unit] = typed(impact_fields()[0].unit);
  Scalar rows = list_rows(world, impact_list(world, all, 0, expr), dimension, unit, expr);
  if (impact.of.chosen) rows = chosen_rows(world, rows, *impact.of.chosen, expr);
  const Value item = impact.index ? picked_item(world, rows, *impact.index, expr, *world.root)
                                  : list_item(world, rows.list, impact.row, dimension, unit, expr);
  Scalar result = times;
  result.boolean = true;
  if (const auto* t = item.get<Scalar>())
    result.node = world.graph().binary(Op::equal, times.node, node_in(world.graph(), *t));
  return result;
}

}  // namespace

std::optional<ImpactsValue> as_impacts(World& world, const Value& value, const ast::Expr& expr) {
  if (const auto* impacts = value.get<ImpactsValue>()) return *impacts;
  std::vector<ImpactValue> each;
  if (const auto* impact = value.get<ImpactValue>()) each.push_back(*impact);
  if (const auto* list = value.get<ListValue>())
    for (const Value& item : *list->items) {
      const auto* impact = item.get<ImpactValue>();
      if (!impact || impact->of.contact != list->items->front().get<ImpactValue>()->of.contact)
        return std::nullopt;
      each.push_back(*impact);
    }
  if (each.empty()) return std::nullopt;
  ImpactsValue result = each.front().of;
  result.chosen.reset();
  const auto [dimension, unit] = typed(impact_fields()[0].unit);
  const Scalar times = list_rows(world, impact_list(world, result, 0, expr), dimension, unit, expr);
  for (const ImpactValue& impact : each) {
    Scalar one = is_this(world, times, impact, expr);
    if (result.chosen)
      one.node = world.graph().binary(Op::logical_or, result.chosen->node, one.node);
    result.chosen = one;
  }
  return result;
}

int shared_of(const Object& contact) {
  return contact.several ? contact.several->clearance : -1;
}

Scalar list_rows(World& world, int list, Dimension dimension, std::optional<Unit> unit,
                 const ast::Expr& expr) {
  Scalar scalar;
  scalar.node = slot_node(world, SlotKind::list_element, 0, list);
  scalar.dimension = dimension;
  scalar.unit = std::move(unit);
  scalar.list = list;
  scalar.result = &expr;
  const auto kind = world.scenario->lists[list].kind;
  scalar.needs_run = kind == ir::ListSource::Kind::impact_column ||
                     kind == ir::ListSource::Kind::event_times ||
                     kind == ir::ListSource::Kind::at_instants;
  return scalar;
}

std::optional<Scalar> as_rows(World& world, const Value& value, const ast::Expr& expr) {
  if (value.poisoned()) return std::nullopt;
  if (const auto* scalar = value.get<Scalar>()) return *scalar;
  const auto* list = value.get<ListValue>();
  if (!list) {
    report(
        world, Code::E0308, expr.span,
        fmt::format("this must be a number or a list of numbers, but it is {}", describe(value)));
    return std::nullopt;
  }
  ir::ListSource source;
  source.origin = expr.span;
  source.text = source_text(world, expr.span);
  Scalar like;
  bool needs_run = false;
  for (const Value& item : *list->items) {
    const auto* scalar = item.get<Scalar>();
    if (!scalar) {
      report(world, Code::E0308, expr.span,
             fmt::format("this list must hold numbers, but it holds {}", describe(item)));
      return std::nullopt;
    }
    // What waits for a run may be named before it; whoever shows the list asks for the run.
    const bool waits = scalar->needs_run && !scalar->is_signal();
    if (!waits && !can_show(world, *scalar, expr.span, Histories::refuse)) return std::nullopt;
    source.items.push_back(node_in(world.graph(), *scalar));
    needs_run = needs_run || scalar->needs_run;
    like = *scalar;
  }
  const int id = static_cast<int>(world.scenario->lists.size());
  world.scenario->lists.push_back(std::move(source));
  Scalar rows = list_rows(world, id, like.dimension, like.unit, expr);
  rows.boolean = like.boolean;
  rows.needs_run = needs_run;
  rows.any_dimension = like.any_dimension;
  return rows;
}

namespace {

// `0.1 V*s*m.speed`: what stands before the point belongs to the unit.
std::string unit_hint(const World& world, const ast::Field& node) {
  const auto* number = std::get_if<ast::Number>(&node.base->node);
  if (!number || !number->unit || node.base->parenthesized) return {};
  const std::string text = source_text(world, node.base->span);
  const std::size_t last = text.find_last_of("*/ ");
  if (last == std::string::npos) return {};
  const std::string name = text.substr(last + 1);
  const std::string_view sign = text[last] == ' ' ? "*" : std::string_view(text).substr(last, 1);
  return fmt::format(
      "`{0}` is a unit here, as a part of `{1}`; a blank ends a unit: `{2} {3} {0}.{4}`", name,
      text, text.substr(0, last), sign, node.field.name);
}

}  // namespace

Value evaluate_field(World& world, const ast::Field& node, const ast::Expr& expr, Scope& scope) {
  const Value base = evaluate(world, *node.base, scope);
  if (base.poisoned()) return Poison{};
  if (const auto* object = base.get<ObjectValue>())
    return object_field(world, *object->object, node.field, expr, scope);
  if (const auto* pair = base.get<PairValue>())
    return pair_field(world, *pair->pair, node.field, expr, scope);
  if (const auto* vector = base.get<VectorValue>()) return vector_field(world, *vector, node);
  if (const auto* rotation = base.get<RotationValue>())
    return rotation_field(world, *rotation, node);
  if (const auto* instance = base.get<InstanceValue>())
    return instance_field(world, *instance, node, scope);
  if (const auto* impacts = base.get<ImpactsValue>())
    return impact_field(world, {*impacts, 0, {}}, true, node, expr, scope);
  if (const auto* impact = base.get<ImpactValue>())
    return impact_field(world, *impact, false, node, expr, scope);
  if (base.get<ListValue>())
    if (const auto some = as_impacts(world, base, expr))
      return impact_field(world, {*some, 0, {}}, true, node, expr, scope);
  if (const auto* data = base.get<DataValue>()) return data_field(world, *data, node);
  if (const auto* record = base.get<RecordValue>()) return record_field(world, *record, node);
  if (const auto* table = base.get<TableValue>()) return table_field(world, *table, node, expr);
  if (base.get<EnergyValue>()) return energy_field(world, node, expr, scope);
  if (const auto* law = base.get<LawValue>()) return law_field(world, *law, node, expr, scope);
  if (const auto* family = base.get<FamilyValue>()) {
    const std::string& field = node.field.name;
    const std::string one =
        fmt::format("`{}.{}`", name_of(*family, members_of(*family).front()), field);
    const bool is_list = field == "times" || field == "impacts";
    report(world, Code::E0308, node.base->span,
           fmt::format("`{}` is a family; say which one", name_of(*family)))
        .hint = is_list ? one
                        : fmt::format("{}, or all of them: `[one.{} for one in {}]`", one, field,
                                      source_text(world, node.base->span));
    return Poison{};
  }
  Diagnostic& d =
      report(world, Code::E0308, node.field.span, fmt::format("{} has no parts", describe(base)));
  if (const std::string hint = unit_hint(world, node); !hint.empty()) d.hint = hint;
  if (base.get<ListValue>())
    d.hint = fmt::format("of its items one by one: `[one.{} for one in {}]`", node.field.name,
                         source_text(world, node.base->span));
  if (find_builtin(node.field.name)) {
    const std::string base_text = source_text(world, node.base->span);
    d.hint = fmt::format("a function stands before its argument: `{}{}`", node.field.name,
                         node.base->parenthesized ? base_text : "(" + base_text + ")");
  }
  return Poison{};
}

Value evaluate_prime(World& world, const ast::Prime& node, const ast::Expr& expr, Scope& scope) {
  const auto* name = std::get_if<ast::Name>(&node.base->node);
  if (name && scope.law) {
    const auto rate = scope.law->rates.find(name->name);
    if (rate != scope.law->rates.end()) return value_of(world, *rate->second, scope, expr.span);
  }
  const Value base = scope.law ? Value() : evaluate(world, *node.base, scope);
  if (Object* state = state_of(world, base)) {
    const auto rate = state_rate(world, *state);
    return rate ? Value(*rate) : Value(Poison{});
  }
  if (!scope.law && base.poisoned()) return Poison{};
  report(world, Code::E0301, expr.span,
         fmt::format("`{}` is not a state", source_text(world, node.base->span)))
      .hint = "`'` is the rate of a state, declared by `state`";
  return Poison{};
}

}  // namespace mbs::elaborate
