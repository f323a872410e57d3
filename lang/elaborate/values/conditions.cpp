#include "lang/elaborate/values/conditions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/as_rows.hpp"
#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rotations.hpp"
#include "lang/expression/scalar.hpp"
#include "lang/text/number.hpp"

namespace mbs::elaborate {
namespace {

using ast::CompareOp;

Scalar as_truth(Scalar scalar) {
  scalar.boolean = true;
  scalar.dimension = {};
  scalar.any_dimension = false;
  scalar.unit.reset();
  return scalar;
}

// 1 while margin = greater - less > 0, frozen between crossings.
Scalar watched_less(Evaluation& evaluation, Scope& scope, const Scalar& less,
                    const Scalar& greater) {
  const Scalar margin = apply_binary(evaluation, scope, Op::subtract, greater, less);
  if (margin.constant()) return constant_scalar(mbs::truth(margin.value, 0, margin.value > 0));
  return scalar_from(*scope.graph, scope.graph->watch(margin.node), margin);
}

Scalar negated(Evaluation& evaluation, Scope& scope, const Scalar& scalar) {
  return apply_unary(evaluation, scope, Op::logical_not, scalar);
}

Scalar compare(Evaluation& evaluation, Scope& scope, CompareOp op, const Scalar& a,
               const Scalar& b) {
  const bool watch = evaluation.watched && (a.is_signal() || b.is_signal());
  switch (op) {
    case CompareOp::less:
      return watch ? watched_less(evaluation, scope, a, b)
                   : apply_binary(evaluation, scope, Op::less, a, b);
    case CompareOp::greater:
      return watch ? watched_less(evaluation, scope, b, a)
                   : apply_binary(evaluation, scope, Op::less, b, a);
    case CompareOp::less_equal:
      return watch ? negated(evaluation, scope, watched_less(evaluation, scope, b, a))
                   : apply_binary(evaluation, scope, Op::less_equal, a, b);
    case CompareOp::greater_equal:
      return watch ? negated(evaluation, scope, watched_less(evaluation, scope, a, b))
                   : apply_binary(evaluation, scope, Op::less_equal, b, a);
    case CompareOp::equal:
      return apply_binary(evaluation, scope, Op::equal, a, b);
    case CompareOp::not_equal:
      return negated(evaluation, scope, apply_binary(evaluation, scope, Op::equal, a, b));
  }
  return {};
}

struct Side {
  Value value;
  const ast::Expr* expr;
};

bool is_equality(CompareOp op) {
  return op == CompareOp::equal || op == CompareOp::not_equal;
}

// Strings, laws and objects compare by what they stand for.
Value compare_things(Reports& reports, CompareOp op, const Side& a, const Side& b, Span span) {
  const bool same_type = a.value.node.index() == b.value.node.index();
  const bool vectors = a.value.get<VectorValue>() || a.value.get<ListValue>();
  if (!is_equality(op) || !same_type || vectors) {
    Diagnostic& d =
        report(reports, Code::E0308, span,
               fmt::format("cannot compare {} and {}", describe(a.value), describe(b.value)));
    if (a.value.get<VectorValue>() && b.value.get<VectorValue>())
      d.hint = "by their distance, `abs(a - b) < 1 um`, or in `expect` as `a ~ b within 1 um`";
    return Poison{};
  }
  const bool equal = to_text(a.value) == to_text(b.value);
  return boolean_scalar(equal == (op == CompareOp::equal));
}

Value compare_pair(World& world, Scope& scope, CompareOp op, const Side& a, const Side& b,
                   Span span) {
  if (a.value.poisoned() || b.value.poisoned()) return Poison{};
  const bool lists = a.value.get<ListValue>() || b.value.get<ListValue>();
  const auto* left = a.value.get<Scalar>();
  const auto* right = b.value.get<Scalar>();
  std::optional<Scalar> left_rows, right_rows;
  if (lists && (left || a.value.get<ListValue>()) && (right || b.value.get<ListValue>())) {
    left_rows = as_rows(world, a.value, *a.expr);
    right_rows = as_rows(world, b.value, *b.expr);
    if (!left_rows || !right_rows) return Poison{};
    left = &*left_rows;
    right = &*right_rows;
  }
  if (!left || !right || left->boolean != right->boolean)
    return compare_things(world, op, a, b, span);
  if (left->boolean && !is_equality(op)) return compare_things(world, op, a, b, span);
  if (!comparable(world, "compare", *left, *a.expr, *right, *b.expr, scope)) return Poison{};
  return as_truth(compare(world, scope, op, *left, *right));
}

std::optional<Scalar> joined(Evaluation& evaluation, Scope& scope, Op op, const Value& a,
                             const Value& b) {
  if (a.poisoned() || b.poisoned()) return std::nullopt;
  return as_truth(apply_binary(evaluation, scope, op, *a.get<Scalar>(), *b.get<Scalar>()));
}

std::optional<Scalar> scalar_operand(World& world, const Value& value, const ast::Expr& expr) {
  if (value.poisoned()) return std::nullopt;
  const auto rows = as_rows(world, value, expr);
  if (rows && rows->boolean) {
    report(world, Code::E0308, expr.span, "a truth value has no tolerance; use `==`");
    return std::nullopt;
  }
  return rows;
}

bool is_percentage(const Scalar& scalar) {
  return scalar.unit && scalar.unit->text == "%";
}

// A percentage of the target, or a quantity like it.
std::optional<Scalar> allowed_difference(Evaluation& evaluation, const ast::Within& node,
                                         const Scalar& target, const Scalar& tolerance,
                                         Scope& scope) {
  if (is_percentage(tolerance)) {
    Scalar size = apply_unary(evaluation, scope, Op::abs, target);
    Scalar result = apply_binary(evaluation, scope, Op::multiply, size, tolerance);
    result.dimension = target.dimension;
    return result;
  }
  if (!tolerance.any_dimension && !target.any_dimension &&
      !(tolerance.dimension == target.dimension)) {
    Diagnostic& d = report(evaluation, Code::E0203, node.tolerance->span,
                           fmt::format("the tolerance must be a percentage or {}, but this is {}",
                                       describe(target.dimension), describe(tolerance.dimension)),
                           bare_name(tolerance.dimension));
    const bool part = tolerance.constant() && tolerance.value < 1;
    if (tolerance.dimension.pure())
      d.hint = fmt::format("`{}%`?", part ? format_number(100 * tolerance.value)
                                          : source_text(evaluation, node.tolerance->span));
    return std::nullopt;
  }
  return tolerance;
}

// Evaluates the branch that is not taken for its dimension alone.
Value evaluate_quietly(World& world, const ast::Expr& expr, Scope& scope) {
  Quiet quiet(world);
  return evaluate(world, expr, scope);
}

bool same_branch_dimension(World& world, const ast::Conditional& node, const Scalar& a,
                           const Scalar& b, Scope& scope) {
  if (a.boolean != b.boolean) {
    report(world, Code::E0308, node.otherwise->span, "both branches must be of one type",
           b.boolean ? "a truth value" : "a number");
    return false;
  }
  return comparable(world, "choose between", a, *node.then, b, *node.otherwise, scope);
}

Value constant_choice(World& world, const ast::Conditional& node, bool holds, Scope& scope) {
  const Value taken = evaluate(world, holds ? *node.then : *node.otherwise, scope);
  const Value other = evaluate_quietly(world, holds ? *node.otherwise : *node.then, scope);
  const auto* a = taken.get<Scalar>();
  const auto* b = other.get<Scalar>();
  if (!a || !b) return taken;
  if (!same_branch_dimension(world, node, holds ? *a : *b, holds ? *b : *a, scope)) return Poison{};
  Scalar result = *a;
  if (result.any_dimension && !b->any_dimension) {
    result.dimension = b->dimension;
    result.any_dimension = false;
  }
  return result;
}

Value signal_choice(World& world, const ast::Conditional& node, const Scalar& condition,
                    Scope& scope) {
  const Value then = evaluate(world, *node.then, scope),
              otherwise = evaluate(world, *node.otherwise, scope);
  if (then.poisoned() || otherwise.poisoned()) return Poison{};
  const auto* a = then.get<Scalar>();
  const auto* b = otherwise.get<Scalar>();
  if (!a || !b) {
    const ast::Expr& bad = a ? *node.otherwise : *node.then;
    report(world, Code::E0308, bad.span,
           fmt::format(
               "a condition that changes during the run chooses between numbers, but this is {}",
               describe(a ? otherwise : then)));
    return Poison{};
  }
  if (!same_branch_dimension(world, node, *a, *b, scope)) return Poison{};
  Scalar like;
  inherit(like, condition);
  inherit(like, *a);
  inherit(like, *b);
  like.boolean = a->boolean;
  like.dimension = a->any_dimension ? b->dimension : a->dimension;
  like.any_dimension = a->any_dimension && b->any_dimension;
  Graph& graph = *scope.graph;
  return scalar_from(graph, graph.select(condition.node, node_in(graph, *a), node_in(graph, *b)),
                     like);
}

}  // namespace

Value evaluate_comparison(World& world, const ast::Comparison& node, const ast::Expr& expr,
                          Scope& scope) {
  std::vector<Side> sides;
  for (const ast::ExprPtr& operand : node.operands)
    sides.push_back({evaluate(world, *operand, scope), operand.get()});
  std::optional<Scalar> result;
  for (std::size_t i = 0; i < node.ops.size(); ++i) {
    const Value pair = compare_pair(world, scope, node.ops[i], sides[i], sides[i + 1], expr.span);
    if (pair.poisoned()) return Poison{};
    result =
        result ? joined(world, scope, Op::logical_and, Value(*result), pair) : *pair.get<Scalar>();
  }
  return result ? Value(*result) : Value(Poison{});
}

namespace {

// What is compared, and the size that a percentage is of. Two vectors are compared by the length of
// their difference, two rotations by the angle between them, which should be 0.
struct WithinOperands {
  Scalar value, target, size;
};

Scalar vector_length(Evaluation& evaluation, Scope& scope, const std::vector<Scalar>& parts) {
  Scalar sum = apply_binary(evaluation, scope, Op::multiply, parts[0], parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i)
    sum = apply_binary(evaluation, scope, Op::add, sum,
                       apply_binary(evaluation, scope, Op::multiply, parts[i], parts[i]));
  Scalar length = apply_unary(evaluation, scope, Op::sqrt, sum);
  length.dimension = parts[0].dimension;
  length.unit = parts[0].unit;
  return length;
}

std::optional<WithinOperands> vectors_within(World& world, const ast::Within& node, Scope& scope,
                                             const VectorValue& a, const VectorValue& b) {
  if (a.parts.size() != b.parts.size()) {
    report(world, Code::E0308, node.target->span, "these vectors differ in length");
    return std::nullopt;
  }
  if (!comparable(world, "compare", a.parts[0], *node.value, b.parts[0], *node.target, scope))
    return std::nullopt;
  std::vector<Scalar> difference;
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    difference.push_back(apply_binary(world, scope, Op::subtract, a.parts[i], b.parts[i]));
    difference.back().dimension =
        a.parts[0].any_dimension ? b.parts[0].dimension : a.parts[0].dimension;
    difference.back().unit = b.parts[0].unit ? b.parts[0].unit : a.parts[0].unit;
  }
  const Scalar off = vector_length(world, scope, difference);
  Scalar none = constant_scalar(0, off.dimension);
  none.unit = off.unit;
  return WithinOperands{off, none, vector_length(world, scope, b.parts)};
}

std::optional<WithinOperands> within_operands(World& world, const ast::Within& node, Scope& scope) {
  const Value left = placed(world, evaluate(world, *node.value, scope), *node.value, scope);
  const Value right = placed(world, evaluate(world, *node.target, scope), *node.target, scope);
  const auto *a = left.get<RotationValue>(), *b = right.get<RotationValue>();
  if (a && b) {
    Scalar none = constant_scalar(0);
    none.unit = Unit{"rad", 1, dim::pure};
    Scalar half_turn = constant_scalar(std::numbers::pi);
    return WithinOperands{angle_between(world, scope, *a, *b), none, half_turn};
  }
  const auto *u = left.get<VectorValue>(), *v = right.get<VectorValue>();
  if (u && v) return vectors_within(world, node, scope, *u, *v);
  const auto value = scalar_operand(world, left, *node.value);
  const auto target = scalar_operand(world, right, *node.target);
  if (!value || !target) return std::nullopt;
  return WithinOperands{*value, *target, *target};
}

}  // namespace

std::optional<WithinParts> within_parts(World& world, const ast::Within& node, Scope& scope) {
  const auto operands = within_operands(world, node, scope);
  const auto tolerance =
      scalar_operand(world, evaluate(world, *node.tolerance, scope), *node.tolerance);
  if (!operands || !tolerance) return std::nullopt;
  const Scalar *value = &operands->value, *target = &operands->target;
  if (!comparable(world, "compare", *value, *node.value, *target, *node.target, scope))
    return std::nullopt;
  const auto allowed = allowed_difference(world, node, operands->size, *tolerance, scope);
  if (!allowed) return std::nullopt;
  WithinParts parts{*value, *target, *allowed, {}};
  parts.off =
      apply_unary(world, scope, Op::abs, apply_binary(world, scope, Op::subtract, *value, *target));
  parts.off.dimension = parts.allowed.dimension =
      value->any_dimension ? target->dimension : value->dimension;
  const auto& unit = target->unit ? target->unit : value->unit;
  parts.off.unit = unit;
  if (is_percentage(*tolerance) || !parts.allowed.unit) parts.allowed.unit = unit;
  return parts;
}

Value evaluate_within(World& world, const ast::Within& node, const ast::Expr&, Scope& scope) {
  const auto parts = within_parts(world, node, scope);
  if (!parts) return Poison{};
  return as_truth(apply_binary(world, scope, Op::less_equal, parts->off, parts->allowed));
}

bool judged(Reports& reports, const Scalar& condition, const std::string& name, Span span) {
  if (!condition.constant() || condition.placeholder || !std::isnan(condition.value)) return true;
  report(reports, Code::E0411, span,
         fmt::format("{} can be neither true nor false: it compares what is not a number", name))
      .hint = "0/0, sqrt(-1) and log(-1) are not numbers";
  return false;
}

Value evaluate_logical(World& world, const ast::Binary& node, const ast::Expr&, Scope& scope) {
  const bool is_and = node.op == ast::BinaryOp::logical_and;
  const std::string name = is_and ? "`and`" : "`or`";
  const auto left = truth(world, evaluate(world, *node.left, scope), name, node.left->span);
  if (left && left->constant() && (left->value != 0) != is_and) return *left;  // decided already
  const auto right = truth(world, evaluate(world, *node.right, scope), name, node.right->span);
  if (!left || !right) return Poison{};
  return as_truth(
      apply_binary(world, scope, is_and ? Op::logical_and : Op::logical_or, *left, *right));
}

Value evaluate_conditional(World& world, const ast::Conditional& node, const ast::Expr&,
                           Scope& scope) {
  const auto condition = truth(world, evaluate(world, *node.condition, scope),
                               "the condition of `if`", node.condition->span);
  if (!condition) {
    evaluate(world, *node.then, scope);
    evaluate(world, *node.otherwise, scope);
    return Poison{};
  }
  if (!judged(world, *condition, "the condition of `if`", node.condition->span)) return Poison{};
  if (condition->constant()) return constant_choice(world, node, condition->value != 0, scope);
  return signal_choice(world, node, *condition, scope);
}

}  // namespace mbs::elaborate
