#include "lang/elaborate/values/units.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

// The value of the constant in `N/m^n`; empty after an error or if it is not known yet.
std::optional<double> named_exponent(World& world, const ast::UnitFactor& factor, Scope& scope) {
  const Found found = find_name(scope, factor.exponent_name);
  if (!found.symbol) {
    report_unknown_name(world, factor.exponent_name, factor.span, scope);
    return std::nullopt;
  }
  const Value value = value_of(world, *found.symbol, scope, factor.span);
  if (value.poisoned()) return std::nullopt;
  const auto* scalar = value.get<Scalar>();
  if (scalar && scalar->placeholder) return std::nullopt;
  if (!scalar || !scalar->constant() || !scalar->dimension.pure() || scalar->boolean) {
    report(world, Code::E0206, factor.span,
           fmt::format("the exponent `{}` must be a constant pure number", factor.exponent_name));
    return std::nullopt;
  }
  return scalar->value;
}

std::optional<Unit> resolve_factor(World& world, const ast::UnitFactor& factor, Scope& scope) {
  const auto base = find_unit(factor.symbol);
  if (!base) {
    const auto near = suggest(factor.symbol, unit_symbols());
    report(world, Code::E0201, factor.span, fmt::format("there is no unit `{}`", factor.symbol),
           near ? fmt::format("did you mean `{}`?", *near) : "");
    return std::nullopt;
  }
  double exponent = factor.exponent;
  if (!factor.exponent_name.empty()) {
    const auto named = named_exponent(world, factor, scope);
    if (!named) return std::nullopt;
    exponent *= *named;
  }
  return Unit{factor.symbol, std::pow(base->factor, exponent), pow(base->dimension, exponent)};
}

// "N/m^n" with n = 1.5 is shown as "N/m^1.5".
std::string with_values(World& world, const ast::UnitExpr& unit, Scope& scope) {
  std::string text = unit.text;
  for (const ast::UnitFactor& factor : unit.factors) {
    if (factor.exponent_name.empty()) continue;
    const auto value = named_exponent(world, factor, scope);
    const std::string name = "^" + factor.exponent_name;
    const auto at = text.find(name);
    if (value && at != std::string::npos)
      text.replace(at, name.size(), fmt::format("^{:.6g}", *value));
  }
  return text;
}

}  // namespace

std::optional<Unit> resolve_unit(World& world, const ast::UnitExpr& unit, Scope& scope) {
  Unit result{"", 1, {}};
  bool good = true;
  for (const ast::UnitFactor& factor : unit.factors) {
    const auto part = resolve_factor(world, factor, scope);
    good = good && part;
    if (!part) continue;
    result.factor *= part->factor;
    result.dimension = result.dimension * part->dimension;
  }
  if (!good) return std::nullopt;
  if (!unit.factors.empty()) result.text = with_values(world, unit, scope);
  return result;
}

// Dimension and unit of a field whose table entry names its unit.
std::pair<Dimension, std::optional<Unit>> unit_of_field(std::string_view unit) {
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

}  // namespace mbs::elaborate
