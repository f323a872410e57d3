#include "lang/elaborate/values/literals.hpp"

#include <fmt/format.h>

#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/rounds.hpp"
#include "lang/elaborate/values/unit_behind.hpp"
#include "lang/elaborate/values/units.hpp"
#include "lang/elaborate/world/families.hpp"

namespace mbs::elaborate {
namespace {

bool names_number(const Symbol& symbol) {
  if (symbol.scope->kind == ScopeKind::library) return false;
  return symbol.kind == SymbolKind::param || symbol.kind == SymbolKind::let ||
         symbol.kind == SymbolKind::value;
}

// `2 m*g` is metre times gram: say so when `g` is also a value of the script.
void warn_unit_is_value(Reports& reports, const ast::UnitExpr& unit, Scope& scope) {
  for (std::size_t i = 1; i < unit.factors.size(); ++i) {
    const ast::UnitFactor& factor = unit.factors[i];
    const Found found = find_name(scope, factor.symbol);
    if (factor.exponent != 1 || !found.symbol || !names_number(*found.symbol)) continue;
    Diagnostic& d = report(reports, Code::W0201, factor.span,
                           fmt::format("in `{}`, `{}` is a unit; there is also a value `{}`",
                                       unit.text, factor.symbol, factor.symbol));
    d.hint = fmt::format("blanks make the value: `… * {}`", factor.symbol);
    return;
  }
}

// The parts of a vector or list; empty if one of them is poisoned.
std::optional<std::vector<Value>> evaluate_parts(World& world,
                                                 const std::vector<ast::ExprPtr>& exprs,
                                                 const std::optional<ast::UnitExpr>& written,
                                                 Scope& scope) {
  std::vector<Value> values;
  bool good = true;
  std::optional<Unit> unit;
  if (written) unit = resolve_unit(world, *written, scope);
  if (written && !unit) good = false;
  for (const ast::ExprPtr& expr : exprs) {
    Value value = evaluate(world, *expr, scope);
    if (unit && !value.poisoned()) {
      const auto scaled = with_unit(world, value, *unit, *expr, scope);
      value = scaled ? *scaled : Value(Poison{});
    }
    good = good && !value.poisoned();
    values.push_back(std::move(value));
  }
  if (!good) return std::nullopt;
  return values;
}

// All parts of one dimension; a bare 0 takes that of the others.
bool same_dimension(World& world, std::vector<Scalar*>& parts,
                    const std::vector<ast::ExprPtr>& exprs, Scope& scope) {
  const Scalar* first = nullptr;
  std::size_t first_index = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i]->any_dimension) continue;
    if (!first) {
      first = parts[i];
      first_index = i;
    } else if (!comparable(world, "combine", *first, *exprs[first_index], *parts[i], *exprs[i],
                           scope)) {
      return false;
    }
  }
  if (!first) return true;
  for (Scalar* part : parts) {
    if (!part->any_dimension) continue;
    part->dimension = first->dimension;
    part->any_dimension = false;
  }
  return true;
}

// What has a value for each impact or row cannot be one item among others, nor part of a vector.
bool one_value(Reports& reports, const Value& value, const ast::Expr& expr) {
  const auto* rows = value.get<Scalar>();
  if (!rows || rows->list < 0) return true;
  const std::string text = source_text(reports, expr.span);
  report(reports, Code::E0308, expr.span, fmt::format("`{}` is a list, not one value", text)).hint =
      fmt::format("`({0})[1]` is its first item, `max({0})` its largest", text);
  return false;
}

// In space a vector of two parts lies in the plane z = 0.
void lift(const Declarations& declarations, VectorValue& vector) {
  if (!declarations.spatial || vector.parts.size() != 2) return;
  Scalar zero = constant_scalar(0, vector.parts[0].dimension);
  zero.unit = vector.parts[0].unit;
  zero.any_dimension = vector.parts[0].any_dimension && vector.parts[1].any_dimension;
  vector.parts.push_back(zero);
}

// Values in a list, those in lists within it included: what showing it takes.
long weight(const std::vector<Value>& items) {
  long sum = 0;
  for (const Value& item : items) {
    const auto* list = item.get<ListValue>();
    sum += list ? weight(*list->items) : 1;
  }
  return sum;
}

// A list of values of one dimension, all of them known to be there.
Value checked_list(World& world, std::vector<Value> values, const std::vector<ast::ExprPtr>& items,
                   const ast::Expr& expr, Scope& scope) {
  if (!spend(world, expr.span, weight(values))) return Poison{};
  struct {
    std::vector<Scalar*> parts;
    std::vector<ast::ExprPtr> exprs;
  } numbers, vectors;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!one_value(world, values[i], *items[i])) return Poison{};
    if (auto* scalar = std::get_if<Scalar>(&values[i].node); scalar && !scalar->boolean) {
      numbers.parts.push_back(scalar);
      numbers.exprs.push_back(items[i]);
    }
    if (auto* vector = std::get_if<VectorValue>(&values[i].node))
      for (Scalar& part : vector->parts) {
        vectors.parts.push_back(&part);
        vectors.exprs.push_back(items[i]);
      }
  }
  for (auto* kind : {&numbers, &vectors})
    if (!same_dimension(world, kind->parts, kind->exprs, scope)) return Poison{};
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(values))};
}

// `50 Hz` or an angular speed shown `in Hz`: turns or radians?
bool check_hertz(Reports& reports, const Scalar& scalar, const Unit& unit, const ast::Expr& expr) {
  if (unit.text != "Hz" || !scalar.unit || scalar.unit->text.find("rad/s") == std::string::npos)
    return true;
  report(reports, Code::E0209, expr.span, "an angular speed is not shown in Hz").hint =
      "`in rev/s` counts turns per second; `in rad/s` is the angular speed itself";
  return false;
}

Value convert_scalar(Reports& reports, const Scalar& scalar, const Unit& unit,
                     const ast::Convert& node, const ast::Expr& expr) {
  if (scalar.boolean) {
    report(reports, Code::E0308, node.value->span,
           fmt::format("a truth value cannot be shown in {}", unit.text));
    return Poison{};
  }
  if (!scalar.any_dimension && !(scalar.dimension == unit.dimension)) {
    report(reports, Code::E0211, node.unit.span,
           fmt::format("cannot show {} in {}", describe(scalar.dimension), unit.text),
           bare_name(unit.dimension))
        .wanted = {{scalar.dimension, counts_turns(scalar)}};
    return Poison{};
  }
  if (!check_hertz(reports, scalar, unit, expr)) return Poison{};
  Scalar result = scalar;
  result.unit = unit;
  result.dimension = unit.dimension;
  return result;
}

// The same, shown in the unit: a number, or each part of a vector and of a list.
Value converted(Reports& reports, const Value& value, const Unit& unit, const ast::Convert& node,
                const ast::Expr& expr) {
  if (const auto* scalar = value.get<Scalar>())
    return convert_scalar(reports, *scalar, unit, node, expr);
  if (const auto* vector = value.get<VectorValue>()) {
    VectorValue result = *vector;
    for (Scalar& part : result.parts) {
      const Value one = convert_scalar(reports, part, unit, node, expr);
      if (one.poisoned()) return Poison{};
      part = *one.get<Scalar>();
    }
    return result;
  }
  if (const auto* list = value.get<ListValue>()) {
    std::vector<Value> items;
    for (const Value& item : *list->items) {
      items.push_back(converted(reports, item, unit, node, expr));
      if (items.back().poisoned()) return Poison{};
    }
    return ListValue{std::make_shared<const std::vector<Value>>(std::move(items))};
  }
  report(reports, Code::E0308, node.value->span,
         fmt::format("{} has no unit to show it in", describe(value)));
  return Poison{};
}

}  // namespace

Value evaluate_number(World& world, const ast::Number& number, const ast::Expr&, Scope& scope) {
  Scalar scalar = constant_scalar(number.value);
  if (!number.unit) {
    scalar.any_dimension = number.value == 0;
    return scalar;
  }
  const auto unit = resolve_unit(world, *number.unit, scope);
  if (!unit) return Poison{};
  warn_unit_is_value(world, *number.unit, scope);
  scalar.value = number.value * unit->factor;
  scalar.dimension = unit->dimension;
  scalar.unit = unit;
  return scalar;
}

Value evaluate_name(World& world, const ast::Name& name, const ast::Expr& expr, Scope& scope) {
  const Found found = find_name(scope, name.name);
  if (found.symbol) {
    Value value = value_of(world, *found.symbol, scope, expr.span);
    if (const auto* scalar = value.get<Scalar>(); scalar && scalar->is_signal() && scope.law) {
      Scalar named = *scalar;  // messages point at the name, not into its definition
      named.signal = &expr;
      return named;
    }
    return value;
  }
  if (found.family) return FamilyValue{found.family, name.name};
  if (auto value = builtin_value(world, name.name, &expr, scope)) return *value;
  report_unknown_name(world, name.name, expr.span, scope);
  return Poison{};
}

Value evaluate_vector(World& world, const ast::Vector& node, const ast::Expr&, Scope& scope) {
  auto values = evaluate_parts(world, node.parts, node.unit, scope);
  if (!values) return Poison{};
  VectorValue vector;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const auto* scalar = (*values)[i].get<Scalar>();
    if (!scalar || scalar->boolean) {
      report(
          world, Code::E0308, node.parts[i]->span,
          fmt::format("the parts of a vector are numbers, but this is {}", describe((*values)[i])));
      return Poison{};
    }
    if (!one_value(world, *scalar, *node.parts[i])) return Poison{};
    vector.parts.push_back(*scalar);
  }
  std::vector<Scalar*> parts;
  for (Scalar& part : vector.parts) parts.push_back(&part);
  if (!same_dimension(world, parts, node.parts, scope)) return Poison{};
  lift(world, vector);
  return vector;
}

Value evaluate_list(World& world, const ast::List& node, const ast::Expr& expr, Scope& scope) {
  auto values = evaluate_parts(world, node.items, node.unit, scope);
  return values ? checked_list(world, std::move(*values), node.items, expr, scope)
                : Value(Poison{});
}

Value evaluate_each(World& world, const ast::Each& node, const ast::Expr& expr, Scope& scope) {
  const Value over = as_list(evaluate(world, *node.values, scope));
  if (over.poisoned()) return Poison{};
  if (auto later = ruled_by_a_run(world, node, over, expr, scope)) return *later;
  auto values = each_value(world, node, over, scope);
  if (!values) return Poison{};
  for (Value& value : *values) {
    if (!node.unit) break;
    value = in_unit_behind(world, value, *node.unit, *node.item, scope);
    if (value.poisoned()) return Poison{};
  }
  const std::vector<ast::ExprPtr> exprs(values->size(), node.item);
  return checked_list(world, std::move(*values), exprs, expr, scope);
}

Value evaluate_convert(World& world, const ast::Convert& node, const ast::Expr& expr,
                       Scope& scope) {
  const Value given = evaluate(world, *node.value, scope);
  const auto unit = resolve_unit(world, node.unit, scope);
  if (!unit || given.poisoned()) return Poison{};
  const Value value = placed(world, given, *node.value, scope);
  return value.poisoned() ? Value(Poison{}) : converted(world, value, *unit, node, expr);
}

}  // namespace mbs::elaborate
