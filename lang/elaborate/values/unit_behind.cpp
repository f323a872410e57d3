#include "lang/elaborate/values/unit_behind.hpp"

#include <fmt/format.h>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/late_lists.hpp"
#include "lang/elaborate/values/units.hpp"

namespace mbs::elaborate {

std::optional<Value> with_unit(Evaluation& evaluation, const Value& value, const Unit& unit,
                               const ast::Expr& part, Scope& scope) {
  if (const auto* vector = value.get<VectorValue>()) {
    VectorValue scaled;
    for (const Scalar& number : vector->parts) {
      const auto one = with_unit(evaluation, Value(number), unit, part, scope);
      if (!one) return std::nullopt;
      scaled.parts.push_back(*one->get<Scalar>());
    }
    return Value(scaled);
  }
  const auto* scalar = value.get<Scalar>();
  if (!scalar || scalar->boolean) {
    report(evaluation, Code::E0308, part.span,
           fmt::format("a part with a unit must be a number, but this is {}", describe(value)));
    return std::nullopt;
  }
  if (!scalar->any_dimension && !scalar->dimension.pure()) {
    Diagnostic& d = report(evaluation, Code::E0207, part.span, "the unit is given twice",
                           fmt::format("already {}", describe(scalar->dimension)));
    d.hint = fmt::format("leave out the `{}` after the bracket", unit.text);
    return std::nullopt;
  }
  const bool of_a_run = is_known_by_a_run(value);
  if (!scalar->constant() && !of_a_run) {
    report(evaluation, Code::E0311, part.span, "a number with a unit must be known before the run");
    return std::nullopt;
  }
  Scalar result = of_a_run ? apply_binary(evaluation, scope, Op::multiply, *scalar,
                                          constant_scalar(unit.factor))
                           : *scalar;
  result.value *= unit.factor;
  result.dimension = unit.dimension;
  result.unit = unit;
  result.any_dimension = false;
  return Value(result);
}

Value in_unit_behind(World& world, const Value& value, const ast::UnitExpr& written,
                     const ast::Expr& part, Scope& scope) {
  const auto unit = resolve_unit(world, written, scope);
  const auto scaled = unit ? with_unit(world, value, *unit, part, scope) : std::nullopt;
  return scaled ? *scaled : Value(Poison{});
}

}  // namespace mbs::elaborate
