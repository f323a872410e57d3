#include "lang/elaborate/values/dimension_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {
namespace {

// The last factor of a product, which is what one forgets to divide by something.
const ast::Expr& last_factor(const ast::Expr& expr) {
  const auto* binary = std::get_if<ast::Binary>(&expr.node);
  if (!binary || (binary->op != ast::BinaryOp::multiply && binary->op != ast::BinaryOp::divide))
    return expr;
  return *binary->right;
}

bool is_product(const ast::Expr& expr) {
  const auto* binary = std::get_if<ast::Binary>(&expr.node);
  return binary && (binary->op == ast::BinaryOp::multiply || binary->op == ast::BinaryOp::divide);
}

std::vector<Symbol*> searched_symbols(const Scope& scope) {
  std::vector<Symbol*> all;
  for (const Scope* s = &scope; s && s->kind != ScopeKind::library; s = s->parent)
    all.insert(all.end(), s->order.begin(), s->order.end());
  return all;
}

std::optional<Dimension> known_dimension(const Symbol& symbol) {
  const Value* value = nullptr;
  if (symbol.kind == SymbolKind::value) value = &symbol.value;
  for (const Memo& memo : symbol.memo) {
    if (memo.state == Memo::State::done) value = &memo.value;
  }
  const auto* scalar = value ? value->get<Scalar>() : nullptr;
  if (!scalar || scalar->boolean || scalar->dimension.pure()) return std::nullopt;
  return scalar->dimension;
}

// All names of an expression: the missing factor is none of those already there.
bool mentions(const Reports& reports, const ast::Expr& expr, const std::string& name) {
  const auto* itself = std::get_if<ast::Name>(&expr.node);
  return itself ? itself->name == name : source_text(reports, expr.span) == name;
}

// A name in scope that turns `have` into `want` when it divides or multiplies.
std::optional<std::string> missing_factor_hint(const Reports& reports, const Dimension& have,
                                               const Dimension& want, const ast::Expr& expr,
                                               const Scope& scope) {
  const Dimension quotient = have / want;
  const ast::Expr& last = last_factor(expr);
  const std::string before = is_product(expr) ? "… * " : "";
  const std::string text = source_text(reports, last.span);
  for (const Symbol* symbol : searched_symbols(scope)) {
    const auto dimension = known_dimension(*symbol);
    if (!dimension || mentions(reports, last, symbol->name)) continue;
    const bool divides = *dimension == quotient, multiplies = pow(*dimension, -1) == quotient;
    if (!divides && !multiplies) continue;
    return fmt::format("`{}` has the missing dimension: `{}{}{}{}`", symbol->name, before, text,
                       divides ? "/" : "*", symbol->name);
  }
  return std::nullopt;
}

// "m^0.5" if the quotient is a power of one base unit.
std::optional<std::string> single_power(const Dimension& quotient) {
  const int bases = (std::abs(quotient.kg) > 1e-9) + (std::abs(quotient.m) > 1e-9) +
                    (std::abs(quotient.s) > 1e-9) + (std::abs(quotient.A) > 1e-9);
  if (bases != 1) return std::nullopt;
  const double exponent = std::abs(quotient.kg + quotient.m + quotient.s + quotient.A);
  const char* base = quotient.kg != 0 ? "kg" : quotient.m != 0 ? "m" : quotient.s != 0 ? "s" : "A";
  return std::abs(exponent - 1) < 1e-9 ? std::string(base)
                                       : fmt::format("{}^{:.6g}", base, exponent);
}

std::string raised(const std::string& text, const ast::Expr& expr, double exponent) {
  const bool simple = std::holds_alternative<ast::Name>(expr.node) || expr.parenthesized ||
                      std::holds_alternative<ast::Call>(expr.node) ||
                      std::holds_alternative<ast::Field>(expr.node);
  return simple ? fmt::format("{}^{:g}", text, exponent) : fmt::format("({})^{:g}", text, exponent);
}

// The dimension of a factor, if asking again costs no new message.
std::optional<Dimension> quiet_dimension(World& world, const ast::Expr& expr, Scope& scope) {
  Diagnostics ignored;
  Setting<Diagnostics*> silence(world.diagnostics, &ignored);
  const Value value = evaluate(world, expr, scope);
  const auto* scalar = value.get<Scalar>();
  if (!scalar || scalar->boolean) return std::nullopt;
  return scalar->dimension;
}

// `K * delta` where `K * delta^1.5` was meant: tries other exponents of the last factor.
std::optional<std::string> exponent_hint(World& world, const std::string& side,
                                         const Dimension& have, const Dimension& want,
                                         const ast::Expr& expr, Scope& scope) {
  const auto* product = std::get_if<ast::Binary>(&expr.node);
  if (!product || product->op != ast::BinaryOp::multiply) return std::nullopt;
  const auto factor = quiet_dimension(world, *product->right, scope);
  const auto off = single_power(want / have);
  if (!factor || factor->pure() || !off) return std::nullopt;
  for (double exponent : {0.5, 1.5, 2.0, 2.5, 3.0}) {
    if (!(have * pow(*factor, exponent - 1) == want)) continue;
    const std::string before = source_text(world, product->left->span);
    const Dimension missing = want / have;
    const bool few = missing.kg + missing.m + missing.s + missing.A > 0;
    return fmt::format("{} has {} too {}; did you mean `{} * {}`?", side, *off,
                       few ? "few" : "many", before,
                       raised(source_text(world, product->right->span), *product->right, exponent));
  }
  return std::nullopt;
}

// `max(hit.FN) in kN > 9`: the number lacks a unit.
std::optional<std::string> unit_hint(const Scalar& bare, const ast::Expr& bare_expr,
                                     const Scalar& other, const ast::Expr& other_expr) {
  const auto* literal = std::get_if<ast::Number>(&bare_expr.node);
  if (!literal || literal->unit || !bare.constant()) return std::nullopt;
  const Unit unit = shown_unit(other);
  std::string hint = fmt::format("give the number a unit: `{:g} {}`", bare.value, unit.text);
  const bool converted = std::holds_alternative<ast::Convert>(other_expr.node);
  if (converted) {
    hint += fmt::format(". `in {}` chooses how {} is shown; it does not remove the unit", unit.text,
                        describe(other.dimension));
  }
  return hint;
}

std::optional<std::string> mismatch_hint(World& world, const Scalar& left,
                                         const ast::Expr& left_expr, const Scalar& right,
                                         const ast::Expr& right_expr, Scope& scope) {
  const Dimension l = left.dimension, r = right.dimension;
  const auto first_of = [](std::initializer_list<std::optional<std::string>> hints) {
    for (const auto& hint : hints) {
      if (hint) return hint;
    }
    return std::optional<std::string>();
  };
  if (auto hint = exponent_hint(world, "the left side", l, r, left_expr, scope)) return hint;
  if (auto hint = exponent_hint(world, "the right side", r, l, right_expr, scope)) return hint;
  if (scope.law) {
    if (auto hint = missing_factor_hint(world, r, l, right_expr, scope)) return hint;
    if (auto hint = missing_factor_hint(world, l, r, left_expr, scope)) return hint;
  }
  return first_of({l.pure() ? unit_hint(left, left_expr, right, right_expr) : std::nullopt,
                   r.pure() ? unit_hint(right, right_expr, left, left_expr) : std::nullopt,
                   missing_factor_hint(world, r, l, right_expr, scope),
                   missing_factor_hint(world, l, r, left_expr, scope)});
}

// "`ddelta` is a speed": the name at the end of the side that is off, when it is a signal.
std::optional<std::string> last_name_note(const Reports& reports, const Scalar& side,
                                          const ast::Expr& expr) {
  const ast::Expr& last = last_factor(expr);
  if (!std::holds_alternative<ast::Name>(last.node) || &last == &expr) return std::nullopt;
  if (!(side.signal && side.signal->span == last.span) || quantity_name(side.dimension).empty())
    return std::nullopt;
  return fmt::format("`{}` is {}", source_text(reports, last.span), describe(side.dimension));
}

void report_mismatch(World& world, const std::string& verb, const Scalar& left,
                     const ast::Expr& left_expr, const Scalar& right, const ast::Expr& right_expr,
                     Scope& scope) {
  const auto hint = mismatch_hint(world, left, left_expr, right, right_expr, scope);
  const auto note = last_name_note(world, right, right_expr);
  Diagnostic& d = report(world, Code::E0202, left_expr.span,
                         fmt::format("cannot {} {} and {}", verb, to_string(left.dimension),
                                     to_string(right.dimension)),
                         dimension_label(left.dimension));
  d.labels.push_back({right_expr.span, dimension_label(right.dimension)});
  d.wanted = {{right.dimension, counts_turns(right)}, {left.dimension, counts_turns(left)}};
  if (note && !d.notes.empty())
    d.notes.front() = *note + "; " + d.notes.front();
  else if (note)
    d.notes.push_back(*note);
  d.hint = hint;
}

bool written_in(const Scalar& scalar, std::initializer_list<const char*> units) {
  const auto holds = [&](const char* unit) {
    return scalar.unit && scalar.unit->text.find(unit) != std::string::npos;
  };
  return scalar.dimension == dim::angular_speed && std::ranges::any_of(units, holds);
}

// 10 Hz beside 60 rad/s: are those 10 turns or 10 radians?
bool report_hertz_beside_turning(Reports& reports, const Scalar& left, const ast::Expr& left_expr,
                                 const Scalar& right, const ast::Expr& right_expr) {
  const bool left_counts = written_in(left, {"Hz"});
  const Scalar& turning = left_counts ? right : left;
  if (left_counts == written_in(right, {"Hz"}) ||
      !written_in(turning, {"rad/s", "rad/min", "deg/s", "deg/min", "rev/s", "rpm", "rev/min"}))
    return false;
  const ast::Expr &hertz = left_counts ? left_expr : right_expr,
                  &other = left_counts ? right_expr : left_expr;
  Diagnostic& d = report(reports, Code::E0209, hertz.span, "a frequency beside an angular speed",
                         "turns or radians?");
  d.labels.push_back({other.span, "angular speed"});
  const bool name = std::holds_alternative<ast::Name>(hertz.node);
  const std::string text = source_text(reports, hertz.span);
  d.hint = fmt::format("`2*pi*{}` if these are turns a second", name ? text : "(" + text + ")");
  return true;
}

}  // namespace

bool comparable(World& world, const std::string& verb, const Scalar& left,
                const ast::Expr& left_expr, const Scalar& right, const ast::Expr& right_expr,
                Scope& scope) {
  if (left.any_dimension || right.any_dimension) return true;
  if (left.dimension == right.dimension)
    return !report_hertz_beside_turning(world, left, left_expr, right, right_expr);
  report_mismatch(world, verb, left, left_expr, right, right_expr, scope);
  return false;
}

std::string dimension_label(const Dimension& dimension) {
  if (dimension.pure()) return "pure number";
  const std::string name = quantity_name(dimension);
  return name.empty() ? to_string(dimension) : fmt::format("{}    {}", to_string(dimension), name);
}

bool in_hertz(const std::optional<Unit>& unit) {
  return unit && unit->text.find("Hz") != std::string::npos;
}

bool counts_turns(const Scalar& scalar) {
  return in_hertz(scalar.unit);
}

}  // namespace mbs::elaborate
