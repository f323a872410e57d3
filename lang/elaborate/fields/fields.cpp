#include "lang/elaborate/fields/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/fields/object_fields.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/states.hpp"
#include "lang/elaborate/pairs/pair.hpp"
#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/columns.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/impacts.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/elaborate/values/show.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

Value unknown_field(Reports& reports, const std::string& owner, const ast::Identifier& field,
                    const std::vector<std::string>& known) {
  const auto near = suggest(field.name, known);
  Diagnostic& d =
      report(reports, Code::E0301, field.span, fmt::format("`{}` has no `{}`", owner, field.name),
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

Value vector_field(Reports& reports, const VectorValue& vector, const ast::Field& node) {
  static const std::vector<std::string> names = {"x", "y", "z"};
  for (std::size_t i = 0; i < vector.parts.size() && i < names.size(); ++i) {
    if (node.field.name == names[i]) return vector.parts[i];
  }
  return unknown_field(reports, source_text(reports, node.base->span), node.field,
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

// Empty, with E0301, if impacts have no such column.
std::optional<int> asked_column(Reports& reports, const ImpactsValue& of,
                                const ast::Identifier& field) {
  const int column = impact_column(field.name);
  if (column >= 0) return column;
  unknown_field(reports, of.contact->name + ".impacts", field, field_names(impact_fields()));
  return std::nullopt;
}

// `hit.impacts[[4, 1]].t`: of each in its place; empty for lists of other things.
std::optional<Value> field_of_each_impact(World& world, const ListValue& list,
                                          const ast::Field& node, const ast::Expr& expr,
                                          Scope& scope) {
  std::vector<Value> values;
  for (const Value& item : *list.items) {
    const auto* impact = item.get<ImpactValue>();
    if (!impact) return std::nullopt;
    const auto column = asked_column(world, impact->of, node.field);
    values.push_back(column ? impact_value(world, *impact, *column, expr, scope) : Value(Poison{}));
    if (values.back().poisoned()) return Poison{};
  }
  if (values.empty()) return std::nullopt;
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(values))};
}

Value data_field(Evaluation& evaluation, const DataValue& data, const ast::Field& node) {
  std::vector<std::string> names;
  const auto& columns = data.table->columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == node.field.name)
      return column_list(evaluation, data, static_cast<int>(i), node.field.span);
    names.push_back(columns[i].name);
  }
  return unknown_field(evaluation, source_text(evaluation, node.base->span), node.field, names);
}

Value record_field(Reports& reports, const RecordValue& record, const ast::Field& node) {
  std::vector<std::string> names;
  for (const auto& [name, value] : record.parts) {
    if (name == node.field.name) return value;
    names.push_back(name);
  }
  return unknown_field(reports, source_text(reports, node.base->span), node.field, names);
}

Value table_field(World& world, const TableValue& table, const ast::Field& node,
                  const ast::Expr& expr) {
  const TableEntry& entry = world.elaboration.tables[table.table];
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
    const auto [dimension, unit] = unit_of_field(fields[i].unit);
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

namespace {

// `0.1 V*s*m.speed`: what stands before the point belongs to the unit.
std::string unit_hint(const Reports& reports, const ast::Field& node) {
  const auto* number = std::get_if<ast::Number>(&node.base->node);
  if (!number || !number->unit || node.base->parenthesized) return {};
  const std::string text = source_text(reports, node.base->span);
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
  if (const auto* impacts = base.get<ImpactsValue>()) {
    const auto column = asked_column(world, *impacts, node.field);
    return column ? Value(impact_rows(world, *impacts, *column, expr)) : Value(Poison{});
  }
  if (const auto* impact = base.get<ImpactValue>()) {
    const auto column = asked_column(world, impact->of, node.field);
    return column ? impact_value(world, *impact, *column, expr, scope) : Value(Poison{});
  }
  if (const auto* list = base.get<ListValue>())
    if (const auto each = field_of_each_impact(world, *list, node, expr, scope)) return *each;
  if (const auto* data = base.get<DataValue>()) return data_field(world, *data, node);
  if (const auto* record = base.get<RecordValue>()) return record_field(world, *record, node);
  if (const auto* table = base.get<TableValue>()) return table_field(world, *table, node, expr);
  if (base.get<EnergyValue>()) return energy_field(world, node, expr, scope);
  if (const auto* law = base.get<LawValue>()) return law_field(world, *law, node, expr, scope);
  if (const auto* family = base.get<FamilyValue>()) {
    const std::string& field = node.field.name;
    const auto members = members_of(*family);
    if (members.empty()) {
      report(world, Code::E0310, node.base->span,
             fmt::format("the family `{}` has no members here", name_of(*family)));
      return Poison{};
    }
    const std::string one = fmt::format("`{}.{}`", name_of(*family, members.front()), field);
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
