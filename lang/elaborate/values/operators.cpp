#include "lang/elaborate/values/operators.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/conditions.hpp"
#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/late_lists.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/rotations.hpp"

namespace mbs::elaborate {

namespace {

struct Operands {
  const ast::Binary& node;
  const ast::Expr& expr;
  Scope& scope;
};

bool is_number(const Value& value) {
  const auto* scalar = value.get<Scalar>();
  return scalar && !scalar->boolean;
}

const char* verb_of(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::add:
      return "add";
    case ast::BinaryOp::subtract:
      return "subtract";
    case ast::BinaryOp::multiply:
      return "multiply";
    case ast::BinaryOp::divide:
      return "divide";
    default:
      return "combine";
  }
}

Op graph_op(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::add:
      return Op::add;
    case ast::BinaryOp::subtract:
      return Op::subtract;
    case ast::BinaryOp::multiply:
      return Op::multiply;
    default:
      return Op::divide;
  }
}

std::optional<Scalar> sum(World& world, const Operands& o, const Scalar& a, const Scalar& b) {
  if (!comparable(world, verb_of(o.node.op), a, *o.node.left, b, *o.node.right, o.scope))
    return std::nullopt;
  Scalar result = apply_binary(world, o.scope, graph_op(o.node.op), a, b);
  result.dimension = a.any_dimension ? b.dimension : a.dimension;
  result.any_dimension = a.any_dimension && b.any_dimension;
  if (a.unit && b.unit && a.unit->text == b.unit->text && a.unit->text == "%") result.unit = a.unit;
  return result;
}

Scalar product(Evaluation& evaluation, const Operands& o, const Scalar& a, const Scalar& b) {
  Scalar result = apply_binary(evaluation, o.scope, graph_op(o.node.op), a, b);
  const bool times = o.node.op == ast::BinaryOp::multiply;
  result.dimension = times ? a.dimension * b.dimension : a.dimension / b.dimension;
  return result;
}

// The exponent of a base with a dimension must be known: it is part of the dimension.
std::optional<Scalar> power(Evaluation& evaluation, const Operands& o, const Scalar& a,
                            const Scalar& b) {
  if (!b.dimension.pure()) {
    report(evaluation, Code::E0206, o.node.right->span,
           fmt::format("an exponent must be a pure number, but this is {}", describe(b.dimension)),
           bare_name(b.dimension));
    return std::nullopt;
  }
  if (a.dimension.pure() || a.any_dimension)
    return apply_binary(evaluation, o.scope, Op::power, a, b);
  if (b.placeholder) return std::nullopt;
  if (!b.constant()) {
    Diagnostic& d = report(evaluation, Code::E0206, o.node.right->span,
                           "an exponent must be a constant pure number", "changes during the run");
    d.labels.push_back({o.node.left->span, dimension_label(a.dimension)});
    return std::nullopt;
  }
  Scalar result = apply_binary(evaluation, o.scope, Op::power, a, b);
  result.dimension = pow(a.dimension, b.value);
  return result;
}

Value scalar_arithmetic(World& world, const Operands& o, const Scalar& a, const Scalar& b) {
  std::optional<Scalar> result;
  if (o.node.op == ast::BinaryOp::power) {
    result = power(world, o, a, b);
  } else if (o.node.op == ast::BinaryOp::add || o.node.op == ast::BinaryOp::subtract) {
    result = sum(world, o, a, b);
  } else {
    result = product(world, o, a, b);
  }
  return result ? Value(*result) : Value(Poison{});
}

Value wrong_operands(Reports& reports, const Operands& o, const Value& a, const Value& b) {
  const bool left_bad = !is_number(a);
  const ast::Expr& bad = left_bad ? *o.node.left : *o.node.right;
  Diagnostic& d =
      report(reports, Code::E0308, bad.span,
             fmt::format("cannot {} {} and {}", verb_of(o.node.op), describe(a), describe(b)),
             describe(left_bad ? a : b));
  const Value& value = left_bad ? a : b;
  if (value.get<VectorValue>()) d.hint = "vectors multiply with `dot(u, v)` and `cross(u, v)`";
  return Poison{};
}

Value vector_arithmetic(World& world, const Operands& o, const Value& a, const Value& b) {
  const auto* u = a.get<VectorValue>();
  const auto* v = b.get<VectorValue>();
  const bool additive = o.node.op == ast::BinaryOp::add || o.node.op == ast::BinaryOp::subtract;
  const bool scaling = (o.node.op == ast::BinaryOp::multiply && !(u && v)) ||
                       (o.node.op == ast::BinaryOp::divide && !v);
  const bool fitting = additive ? (u && v && u->parts.size() == v->parts.size())
                                : scaling && (u || is_number(a)) && (v || is_number(b));
  if (!fitting) return wrong_operands(world, o, a, b);
  VectorValue result;
  const std::size_t count = u ? u->parts.size() : v->parts.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Value part = scalar_arithmetic(world, o, u ? u->parts[i] : *a.get<Scalar>(),
                                         v ? v->parts[i] : *b.get<Scalar>());
    if (part.poisoned()) return Poison{};
    result.parts.push_back(*part.get<Scalar>());
  }
  return result;
}

Value arithmetic(World& world, const Operands& o, const Value& a, const Value& b);

Value list_arithmetic(World& world, const Operands& o, const Value& a, const Value& b) {
  const auto* l = a.get<ListValue>();
  const auto* r = b.get<ListValue>();
  if (l && r && l->items->size() != r->items->size()) {
    Diagnostic& d = report(world, Code::E0308, o.node.left->span, "these lists differ in length",
                           fmt::format("{} items", l->items->size()));
    d.labels.push_back({o.node.right->span, fmt::format("{} items", r->items->size())});
    return Poison{};
  }
  std::vector<Value> items;
  const std::size_t count = l ? l->items->size() : r->items->size();
  for (std::size_t i = 0; i < count; ++i) {
    items.push_back(arithmetic(world, o, l ? (*l->items)[i] : a, r ? (*r->items)[i] : b));
    if (items.back().poisoned()) return Poison{};
  }
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(items))};
}

Value arithmetic(World& world, const Operands& o, const Value& a, const Value& b) {
  if (is_number(a) && is_number(b))
    return scalar_arithmetic(world, o, *a.get<Scalar>(), *b.get<Scalar>());
  if (a.get<ListValue>() || b.get<ListValue>()) {
    if (!is_rows(a) && !is_rows(b)) return list_arithmetic(world, o, a, b);
    const auto rows_a = as_rows(world, a, *o.node.left);
    const auto rows_b = as_rows(world, b, *o.node.right);
    if (rows_a && rows_b) return scalar_arithmetic(world, o, *rows_a, *rows_b);
    return Poison{};
  }
  if (a.get<RotationValue>() || b.get<RotationValue>())
    return rotation_arithmetic(world, o.node, o.scope, a, b);
  if (a.get<VectorValue>() || b.get<VectorValue>()) return vector_arithmetic(world, o, a, b);
  return wrong_operands(world, o, a, b);
}

// `4530 N / m`: a blank ended the unit, and `m` is no value.
bool report_blank_in_unit(Reports& reports, const ast::Binary& node, Scope& scope) {
  const ast::Name* name = std::get_if<ast::Name>(&node.right->node);
  // `1 kg * m^2`
  const auto* power = std::get_if<ast::Binary>(&node.right->node);
  const bool raised = power && power->op == ast::BinaryOp::power && !node.right->parenthesized;
  if (raised) name = std::get_if<ast::Name>(&power->left->node);
  const auto* left = std::get_if<ast::Number>(&node.left->node);
  const bool joins = node.op == ast::BinaryOp::divide || node.op == ast::BinaryOp::multiply;
  if (!joins || !name || !left || !left->unit || !find_unit(name->name)) return false;
  const Found found = find_name(scope, name->name);
  if (found.symbol || found.family || is_builtin_name(name->name)) return false;
  const char sign = node.op == ast::BinaryOp::divide ? '/' : '*';
  Diagnostic& d =
      report(reports, Code::E0301, node.right->span,
             fmt::format("there is no `{}` here", name->name), "a unit, but blanks end a unit");
  const std::string joined = fmt::format("{}{}{}", source_text(reports, node.left->span), sign,
                                         source_text(reports, node.right->span));
  d.hint = fmt::format("write it without blanks: `{}`", joined);
  d.fix = Fix{cover(node.left->span, node.right->span), joined};
  return true;
}

// `100 .. 300 rpm`: whole numbers are counted, quantities are not.
bool report_quantity(Reports& reports, const Scalar& low, const Scalar& high,
                     const ast::Binary& node) {
  const bool at_end = !high.dimension.pure();
  const Scalar& odd = at_end ? high : low;
  if (low.boolean || high.boolean || odd.dimension.pure()) return false;
  const Span place = at_end ? node.right->span : node.left->span;
  const Unit unit = shown_unit(odd);
  const auto in_unit = [&](const Scalar& end) {
    return end.dimension.pure() ? end.value : end.value / unit.factor;
  };
  Diagnostic& d =
      report(reports, Code::E0203, place,
             fmt::format("a range counts whole numbers, but this is {}", describe(odd.dimension)),
             dimension_label(odd.dimension));
  const double first = in_unit(low), last = in_unit(high);
  if (low.constant() && high.constant())
    d.hint = fmt::format("say the step: `{:.6g} {} .. {:.6g} {} by {:.6g} {}`", first, unit.text,
                         last, unit.text, (last - first) / 2, unit.text);
  if (odd.dimension == dim::time)
    d.hint = (d.hint ? *d.hint + "; " : "") +
             fmt::format("a window has a name as a function: `fn w(x) = x during {}`",
                         source_text(reports, cover(node.left->span, node.right->span)));
  return true;
}

// `1..count(l)`
Value counted_results(World& world, const ast::Binary& node, const Value& first, const Value& last,
                      const ast::Expr& expr) {
  const auto low =
      number(world, first, {"the start of a range", dim::pure, node.left->span}, node.left.get());
  const auto high =
      number(world, last, {"the end of a range", dim::pure, node.right->span}, node.right.get());
  if (!low || !high) return Poison{};
  if ((!is_known_by_a_run(first) && !require_constant(world, *low, node.left->span)) ||
      (!is_known_by_a_run(last) && !require_constant(world, *high, node.right->span)))
    return Poison{};
  return range_of_results(world, *low, *high, nullptr, expr);
}

Value evaluate_range(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope) {
  const Value a = evaluate(world, *node.left, scope), b = evaluate(world, *node.right, scope);
  const auto *first = a.get<Scalar>(), *last = b.get<Scalar>();
  if (first && last && report_quantity(world, *first, *last, node)) return Poison{};
  if (is_known_by_a_run(a) || is_known_by_a_run(b)) return counted_results(world, node, a, b, expr);
  const auto low = whole_number(world, a, "the start of a range", node.left->span);
  const auto high = whole_number(world, b, "the end of a range", node.right->span);
  if (!low || !high) return Poison{};
  if (static_cast<double>(*high) - static_cast<double>(*low) >= longest_range) {
    report(world, Code::E0310, expr.span,
           fmt::format("a range has at most {:.0f} values", longest_range));
    return Poison{};
  }
  if (!spend(world, expr.span, std::max(*high - *low, 0L))) return Poison{};
  std::vector<Value> items;
  for (long i = *low; i <= *high; ++i) items.push_back(constant_scalar(static_cast<double>(i)));
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(items))};
}

}  // namespace

Value evaluate_unary(World& world, const ast::Unary& node, const ast::Expr& expr, Scope& scope) {
  const Value value = placed(world, evaluate(world, *node.operand, scope), *node.operand, scope);
  if (value.poisoned()) return Poison{};
  if (node.op == ast::UnaryOp::logical_not) {
    const auto operand = truth(world, value, "`not`", node.operand->span);
    if (!operand) return Poison{};
    Scalar result = apply_unary(world, scope, Op::logical_not, *operand);
    result.boolean = true;
    return result;
  }
  const auto negate = [&](const Scalar& scalar) {
    Scalar result = apply_unary(world, scope, Op::negate, scalar);
    result.dimension = scalar.dimension;
    result.any_dimension = scalar.any_dimension;
    result.unit = scalar.unit;
    return result;
  };
  if (is_number(value)) return negate(*value.get<Scalar>());
  if (const auto* vector = value.get<VectorValue>()) {
    VectorValue result;
    for (const Scalar& part : vector->parts) result.parts.push_back(negate(part));
    return result;
  }
  if (const auto* list = value.get<ListValue>()) {
    std::vector<Value> items;
    for (const Value& item : *list->items) {
      if (!is_number(item)) break;
      items.push_back(negate(*item.get<Scalar>()));
    }
    if (items.size() == list->items->size()) return list_of(std::move(items));
  }
  report(world, Code::E0308, expr.span, fmt::format("cannot negate {}", describe(value)));
  return Poison{};
}

Value evaluate_binary(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope) {
  if (node.op == ast::BinaryOp::logical_and || node.op == ast::BinaryOp::logical_or)
    return evaluate_logical(world, node, expr, scope);
  if (node.op == ast::BinaryOp::range) return evaluate_range(world, node, expr, scope);
  if (node.op == ast::BinaryOp::step) return evaluate_steps(world, node, expr, scope);
  const Value left = placed(world, evaluate(world, *node.left, scope), *node.left, scope);
  if (report_blank_in_unit(world, node, scope)) return Poison{};
  const Value right = placed(world, evaluate(world, *node.right, scope), *node.right, scope);
  if (left.poisoned() || right.poisoned()) return Poison{};
  return arithmetic(world, {node, expr, scope}, left, right);
}

}  // namespace mbs::elaborate
