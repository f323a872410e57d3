#include "lang/elaborate/values/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {
namespace {

// Units to suggest for a bare number, the one people write first.
struct UnitHint {
  Dimension dimension;
  const char* first;
  const char* second;
};

constexpr UnitHint unit_hints[] = {
    {dim::length, "mm", "m"},
    {dim::mass, "kg", "g"},
    {dim::time, "s", "ms"},
    {dim::speed, "m/s", "mm/s"},
    {dim::angular_speed, "rpm", "rad/s"},
    {dim::acceleration, "m/s^2", nullptr},
    {dim::force, "N", "kN"},
    {dim::torque, "N*m", nullptr},
    {dim::inertia, "kg*m^2", nullptr},
    {dim::pressure, "GPa", "Pa"},
    {dim::density, "kg/m^3", nullptr},
    {dim::stiffness, "N/m", nullptr},
    {dim::damping, "N*s/m", nullptr},
};

std::string bare_number_hint(const Purpose& purpose, const std::string& number) {
  const Dimension& dimension = purpose.dimension;
  if (purpose.frequency) return fmt::format("`{} Hz`", number);
  for (const UnitHint& hint : unit_hints) {
    if (!(hint.dimension == dimension)) continue;
    if (!hint.second) return fmt::format("`{} {}`", number, hint.first);
    return fmt::format("`{0} {1}`, or `{0} {2}`", number, hint.first, hint.second);
  }
  return fmt::format("`{} {}`", number, si_unit(dimension));
}

void report_bare_number(Reports& reports, const Scalar& scalar, const Purpose& purpose,
                        const ast::Expr* expr) {
  const auto* number = expr ? std::get_if<ast::Number>(&expr->node) : nullptr;
  const bool literal = number && !number->unit;
  const std::string text =
      literal ? source_text(reports, purpose.span) : fmt::format("{:.6g}", scalar.value);
  const std::string wanted = purpose.frequency ? "a frequency"
                             : quantity_name(purpose.dimension).empty()
                                 ? to_string(purpose.dimension)
                                 : describe(purpose.dimension);
  const std::string message =
      literal ? fmt::format("{} needs a unit: {} what?", purpose.name, text)
              : fmt::format("{} needs a unit, but this is a pure number", purpose.name);
  Diagnostic& d = report(reports, Code::E0204, purpose.span, message,
                         fmt::format("pure number; {} is wanted", wanted));
  d.wanted = {{purpose.dimension, purpose.frequency}};
  if (literal) d.hint = bare_number_hint(purpose, text);
  // 1 rev is a pure number that looks like a quantity.
  if (number && number->unit && purpose.dimension == dim::time)
    d.hint = fmt::format("an angle divided by a speed is a time: `{} / 600 rpm`",
                         source_text(reports, purpose.span));
}

// 50 Hz is 50 /s; whether that means turns or radians only the writer knows.
bool report_hertz(Reports& reports, const Scalar& scalar, const Purpose& purpose) {
  if (!in_hertz(scalar.unit) || purpose.frequency) return false;
  if (!(purpose.dimension == dim::angular_speed)) return false;
  const std::string number = fmt::format("{:.6g}", scalar.value);
  Diagnostic& d =
      report(reports, Code::E0209, purpose.span,
             fmt::format("{} is not an angular speed", to_text(scalar)), number + " /s");
  d.hint =
      fmt::format("`{0} rev/s` ({1:.6g} rad/s) if it turns {0} times a second; `{0} rad/s` if not",
                  number, scalar.value * 2 * std::numbers::pi);
  return true;
}

std::optional<Scalar> wrong_type(Reports& reports, const Value& value, const std::string& wanted,
                                 const std::string& name, Span span) {
  if (value.poisoned()) return std::nullopt;
  report(reports, Code::E0308, span,
         fmt::format("{} must be {}, but this is {}", name, wanted, describe(value)),
         describe(value));
  return std::nullopt;
}

void report_no_vector(Reports& reports, const Value& value, const Purpose& purpose) {
  if (value.poisoned()) return;
  Diagnostic& d =
      report(reports, Code::E0308, purpose.span,
             fmt::format("{} must be a vector, but this is {}", purpose.name, describe(value)),
             describe(value));
  std::string unit = si_unit(purpose.dimension);
  if (purpose.dimension == dim::length) unit = "mm";
  const char* parts = purpose.dimension == dim::acceleration ? "0, -9.81" : "0, 50";
  d.hint = fmt::format("a vector has its parts in parentheses: `({}) {}`", parts, unit);
}

// `(0, -9.81)` without a unit: one message for both parts.
bool report_bare_vector(Reports& reports, const VectorValue& vector, const Purpose& purpose) {
  const auto bare = [](const Scalar& part) { return part.constant() && part.dimension.pure(); };
  const auto fits_all = [](const Scalar& part) { return part.any_dimension; };
  if (purpose.dimension.pure() || !std::ranges::all_of(vector.parts, bare)) return false;
  if (std::ranges::all_of(vector.parts, fits_all)) return false;
  Diagnostic& d =
      report(reports, Code::E0204, purpose.span, fmt::format("{} needs a unit", purpose.name),
             fmt::format("pure numbers; {} is wanted", describe(purpose.dimension)));
  d.wanted = {{purpose.dimension, purpose.frequency}};
  d.hint = fmt::format("`{} {}`", source_text(reports, purpose.span),
                       purpose.dimension == dim::length ? "mm" : si_unit(purpose.dimension));
  return true;
}

std::string wanted_quantity(const Dimension& dimension) {
  return dimension.pure() ? "a number" : describe(dimension);
}

}  // namespace

bool fits(Reports& reports, const Scalar& scalar, const Purpose& purpose, const ast::Expr* expr) {
  if (scalar.any_dimension) return true;
  if (scalar.dimension == purpose.dimension) return !report_hertz(reports, scalar, purpose);
  if (scalar.dimension.pure()) {
    report_bare_number(reports, scalar, purpose, expr);
    return false;
  }
  const std::string wanted =
      purpose.dimension.pure() ? "a pure number" : describe(purpose.dimension);
  Diagnostic& d = report(reports, Code::E0203, purpose.span,
                         fmt::format("{} must be {}, but this is {}", purpose.name, wanted,
                                     describe(scalar.dimension)),
                         dimension_label(scalar.dimension));
  d.wanted = {{purpose.dimension, purpose.frequency}};
  // Where the found dimension has no name, that of the wanted one alone helps little.
  if (!purpose.dimension.pure() && quantity_name(scalar.dimension).empty())
    d.hint = fmt::format("its unit is `{}`", si_unit(purpose.dimension));
  return false;
}

namespace {

bool report_result(Reports& reports, const Scalar& scalar, const char* hint) {
  const Span cause = scalar.result->span;
  report(reports, Code::E0306, cause,
         fmt::format("`{}` needs a finished run", source_text(reports, cause)))
      .hint = hint;
  return false;
}

bool report_impulse(World& world, const Scalar& scalar, Asker asker, Span span) {
  const Span cause = scalar.signal ? scalar.signal->span : span;
  report(world, Code::E0306, cause,
         fmt::format("`{}` adds up over a run, and is known in results alone",
                     source_text(world, cause)))
      .hint =
      asker == Asker::force
          ? "a force can depend on `.force`, or on a state of which the rate does"
          : "a condition can look at `.force`, at speeds, or at the `.impulse` of a contact";
  return false;
}

}  // namespace

bool require_instant(Reports& reports, const Scalar& scalar) {
  if (!scalar.result) return true;
  return report_result(reports, scalar, "only print, table, plot and expect see results");
}

bool require_present(World& world, const Scalar& scalar, Asker asker, Span span) {
  if (!require_instant(world, scalar)) return false;
  if (scalar.constant()) return true;
  for (const mbs::Slot& slot : world.graph().slots_used(scalar.node)) {
    if (slot.kind == SlotKind::joint_impulse) return report_impulse(world, scalar, asker, span);
    if (slot.kind != SlotKind::energy) continue;
    const auto which = static_cast<EnergySignal>(slot.index);
    const bool error = which == EnergySignal::error;
    if (!error && !(which == EnergySignal::imbalance && asker == Asker::force)) continue;
    report(world, Code::E0306, span,
           error ? "`energy.error` is relative to what the whole run exchanges"
                 : "`energy.imbalance` judges the run; no force may depend on it")
        .hint = asker == Asker::force ? "a force can depend on `energy.total`, or on its parts"
                                      : "`energy.imbalance`, in joules, is known at every instant";
    return false;
  }
  return true;
}

bool require_constant(Reports& reports, const Scalar& scalar, Span span) {
  if (scalar.constant() || scalar.placeholder) return true;
  if (scalar.result)
    return report_result(
        reports, scalar,
        "what stands here is needed before the run; a param can stand here that a `sweep` gives "
        "its value: `sweep n in [count(hit.impacts)] { … }`");
  const Span cause = scalar.signal ? scalar.signal->span : span;
  Diagnostic& d = report(reports, Code::E0311, span,
                         fmt::format("this must be known before the run, but depends on `{}`",
                                     source_text(reports, cause)));
  if (!(cause == span)) d.labels.push_back({cause, "changes during the run"});
  return false;
}

bool require_finite(Reports& reports, const Scalar& scalar, const std::string& name, Span span) {
  if (!scalar.constant() || std::isfinite(scalar.value)) return true;
  Diagnostic& d = report(reports, Code::E0411, span,
                         fmt::format("{} must be finite, but this is {}", name, to_text(scalar)));
  d.hint = std::isnan(scalar.value)
               ? "0/0, sqrt(-1) and log(-1) are not numbers, nor is what is made of them"
               : "a division by 0 or a number too large makes `inf`";
  return false;
}

std::optional<Scalar> number(Reports& reports, const Value& value, const Purpose& purpose,
                             const ast::Expr* expr) {
  if (value.poisoned()) return std::nullopt;
  const auto* scalar = value.get<Scalar>();
  if (!scalar || scalar->boolean)
    return wrong_type(reports, value, wanted_quantity(purpose.dimension), purpose.name,
                      purpose.span);
  if (scalar->list >= 0) {
    report(reports, Code::E0308, purpose.span,
           fmt::format("{} must be one number, but this is a list", purpose.name));
    return std::nullopt;
  }
  if (!fits(reports, *scalar, purpose, expr)) return std::nullopt;
  return *scalar;
}

std::optional<double> constant_number(Reports& reports, const Value& value, const Purpose& purpose,
                                      const ast::Expr* expr) {
  const auto scalar = number(reports, value, purpose, expr);
  if (!scalar || !require_constant(reports, *scalar, purpose.span)) return std::nullopt;
  return scalar->value;
}

std::optional<ir::Vec3> constant_vector(World& world, const Value& given, const Purpose& purpose,
                                        const ast::Expr* expr) {
  const Value value = expr ? placed(world, given, *expr, *world.root) : given;
  const auto* vector = value.get<VectorValue>();
  if (!vector) {
    report_no_vector(world, value, purpose);
    return std::nullopt;
  }
  const std::size_t count = world.spatial ? 3 : 2;
  if (vector->parts.size() != count) {
    report(
        world, Code::E0408, purpose.span,
        fmt::format("{} has {} parts; {}", purpose.name, vector->parts.size(),
                    world.spatial ? "vectors have three" : "in a planar world vectors have two"));
    return std::nullopt;
  }
  const auto* written = expr ? std::get_if<ast::Vector>(&expr->node) : nullptr;
  double parts[3] = {};
  if (written && !written->unit && report_bare_vector(world, *vector, purpose)) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    Purpose part = purpose;
    const bool apart = written && !written->unit && i < written->parts.size();
    const ast::Expr* part_expr = apart ? written->parts[i].get() : nullptr;
    if (part_expr) part.span = part_expr->span;
    const auto x = constant_number(world, Value(vector->parts[i]), part, part_expr);
    if (!x) return std::nullopt;
    const Scalar& entry = vector->parts[i];
    if (!entry.placeholder && !require_finite(world, entry, purpose.name, part.span))
      return std::nullopt;
    parts[i] = *x;
  }
  return ir::Vec3{parts[0], parts[1], parts[2]};
}

std::optional<Scalar> truth(Reports& reports, const Value& value, const std::string& name,
                            Span span) {
  if (value.poisoned()) return std::nullopt;
  const auto* scalar = value.get<Scalar>();
  if (scalar && scalar->boolean) return *scalar;
  return wrong_type(reports, value, "true or false", name, span);
}

std::optional<long> whole_number(Reports& reports, const Value& value, const std::string& what,
                                 Span span) {
  const auto x = constant_number(reports, value, {what, dim::pure, span}, nullptr);
  if (!x) return std::nullopt;
  if (!(std::abs(*x - std::round(*x)) <= 1e-9) || !(std::abs(*x) <= 1e15)) {
    report(reports, Code::E0308, span,
           fmt::format("{} must be a whole number, but this is {}", what,
                       to_text(constant_scalar(*x))));
    return std::nullopt;
  }
  return std::lround(*x);
}

}  // namespace mbs::elaborate
