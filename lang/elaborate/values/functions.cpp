// The functions the language has itself: how each row of lang/kinds/functions.hpp is evaluated.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/dimension_messages.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/harmonic.hpp"
#include "lang/elaborate/values/lists.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/random.hpp"
#include "lang/elaborate/values/reductions.hpp"
#include "lang/elaborate/values/rotations.hpp"
#include "lang/elaborate/values/shapes.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

using Kind = ir::ReductionKind;

std::optional<Scalar> scalar_argument(Reports& reports, const Builtin& builtin,
                                      const EvaluatedArgument& argument) {
  if (argument.value.poisoned()) return std::nullopt;
  const auto* scalar = argument.value.get<Scalar>();
  if (scalar && !scalar->boolean) return *scalar;
  report(
      reports, Code::E0308, argument.expr->span,
      fmt::format("`{}` needs a number, but this is {}", builtin.name, describe(argument.value)));
  return std::nullopt;
}

// All arguments as scalars of one dimension; a bare 0 fits any.
std::optional<std::vector<Scalar>> like_arguments(World& world, const Builtin& builtin,
                                                  const BuiltinCall& call) {
  std::vector<Scalar> scalars;
  bool good = true;
  for (const EvaluatedArgument& argument : call.arguments) {
    const auto scalar = scalar_argument(world, builtin, argument);
    good = good && scalar;
    if (scalar) scalars.push_back(*scalar);
  }
  if (!good) return std::nullopt;
  std::size_t first = 0;
  while (first + 1 < scalars.size() && scalars[first].any_dimension) ++first;
  for (std::size_t i = 0; i < scalars.size(); ++i)
    if (!comparable(world, "compare", scalars[first], *call.arguments[first].expr, scalars[i],
                    *call.arguments[i].expr, call.scope))
      return std::nullopt;
  for (Scalar& scalar : scalars) scalar.dimension = scalars[first].dimension;
  return scalars;
}

Scalar pairwise(Evaluation& evaluation, Scope& scope, Op op, const std::vector<Scalar>& scalars) {
  Scalar result = scalars[0];
  for (std::size_t i = 1; i < scalars.size(); ++i)
    result = apply_binary(evaluation, scope, op, result, scalars[i]);
  result.dimension = scalars[0].dimension;
  return result;
}

Value extremum(World& world, const Builtin& builtin, const BuiltinCall& call) {
  if (call.arguments.size() == 1) return evaluate_reduction(world, builtin, call);
  const auto scalars = like_arguments(world, builtin, call);
  if (!scalars) return Poison{};
  return pairwise(world, call.scope, builtin.op, *scalars);
}

Value clamp(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto s = like_arguments(world, builtin, call);
  if (!s) return Poison{};
  const Scalar above = apply_binary(world, call.scope, Op::maximum, (*s)[0], (*s)[1]);
  Scalar result = apply_binary(world, call.scope, Op::minimum, above, (*s)[2]);
  result.dimension = (*s)[0].dimension;
  return result;
}

Scalar squared_sum(Evaluation& evaluation, Scope& scope, const std::vector<Scalar>& parts) {
  std::vector<Scalar> squares;
  for (const Scalar& part : parts)
    squares.push_back(apply_binary(evaluation, scope, Op::multiply, part, part));
  return pairwise(evaluation, scope, Op::add, squares);
}

Scalar length(Evaluation& evaluation, Scope& scope, const std::vector<Scalar>& parts) {
  Scalar result = apply_unary(evaluation, scope, Op::sqrt, squared_sum(evaluation, scope, parts));
  result.dimension = parts[0].dimension;
  return result;
}

Value hypot(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto scalars = like_arguments(world, builtin, call);
  if (!scalars) return Poison{};
  return length(world, call.scope, *scalars);
}

Value absolute(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const EvaluatedArgument& given = call.arguments[0];
  const Value place = placed(world, given.value, *given.expr, call.scope);
  if (place.poisoned()) return Poison{};
  if (const auto* vector = place.get<VectorValue>())
    return length(world, call.scope, vector->parts);
  const auto x = scalar_argument(world, builtin, call.arguments[0]);
  if (!x) return Poison{};
  Scalar result = apply_unary(world, call.scope, Op::abs, *x);
  result.dimension = x->dimension;
  result.unit = x->unit;
  return result;
}

// sqrt and cbrt: the dimension's powers divided by 2 and 3.
Value radical(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto x = scalar_argument(world, builtin, call.arguments[0]);
  if (!x) return Poison{};
  Scalar result = apply_unary(world, call.scope, builtin.op, *x);
  result.dimension = pow(x->dimension, builtin.op == Op::sqrt ? 1.0 / 2 : 1.0 / 3);
  return result;
}

Value sign(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto x = scalar_argument(world, builtin, call.arguments[0]);
  if (!x) return Poison{};
  if (x->constant()) return constant_scalar(x->value > 0 ? 1 : x->value < 0 ? -1 : 0);
  Scalar like;
  inherit(like, *x);
  Graph& graph = *call.scope.graph;
  if (world.watched) return scalar_from(graph, graph.sign(x->node), like);
  const NodeId zero = graph.constant(0);
  const NodeId node =
      graph.sub(graph.binary(Op::less, zero, x->node), graph.binary(Op::less, x->node, zero));
  return scalar_from(graph, node, like);
}

// `1 m^2` for 1/m^2: what would make the argument pure.
std::string reference_hint(const Dimension& dimension) {
  const std::string unit = si_unit(pow(dimension, -1));
  if (unit.starts_with("1/"))
    return fmt::format("divide by the {} you mean: `/(1 {})`",
                       quantity_name(dimension).empty() ? "reference" : quantity_name(dimension),
                       si_unit(dimension));
  return fmt::format(
      "the number depends on the units; multiply by the reference you mean: `* 1 {}`", unit);
}

bool is_angle_function(Op op) {
  return op == Op::sin || op == Op::cos || op == Op::tan;
}

void warn_degrees(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto* literal = std::get_if<ast::Number>(&call.arguments[0].expr->node);
  if (!is_angle_function(builtin.op) || !literal || literal->unit) return;
  if (std::abs(literal->value) <= 2 * std::numbers::pi ||
      literal->value != std::round(literal->value))
    return;
  report(world, Code::W0204, call.arguments[0].expr->span,
         fmt::format("`{}` is {:g} rad", source_text(world, call.expr.span), literal->value))
      .hint = fmt::format("`{}({:g} deg)`", builtin.name, literal->value);
}

// The first argument; empty if it is no pure number, which is told with the hint for it.
template <class HintFor>
std::optional<Scalar> pure_argument(World& world, const Builtin& builtin, const BuiltinCall& call,
                                    const HintFor& hint_for) {
  const EvaluatedArgument& argument = call.arguments[0];
  const auto x = scalar_argument(world, builtin, argument);
  if (!x || x->dimension.pure() || x->any_dimension) return x;
  report(world, Code::E0205, argument.expr->span,
         fmt::format("`{}` needs a pure number, but this is {}", builtin.name,
                     to_string(x->dimension)),
         quantity_name(x->dimension))
      .hint = hint_for(*x);
  return std::nullopt;
}

// exp, log, sin, …: pure to pure.
Value pure_function(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto x = pure_argument(world, builtin, call, [](const Scalar& argument) {
    return reference_hint(argument.dimension);
  });
  if (!x) return Poison{};
  warn_degrees(world, builtin, call);
  return apply_unary(world, call.scope, builtin.op, *x);
}

Value arc_tangent(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto s = like_arguments(world, builtin, call);
  if (!s) return Poison{};
  return apply_binary(world, call.scope, Op::atan2, (*s)[0], (*s)[1]);
}

std::optional<VectorValue> vector_argument(World& world, const Builtin& builtin,
                                           const BuiltinCall& call, int index) {
  const EvaluatedArgument& argument = call.arguments[index];
  const Value value = placed(world, argument.value, *argument.expr, call.scope);
  if (value.poisoned()) return std::nullopt;
  if (const auto* vector = value.get<VectorValue>()) return *vector;
  report(world, Code::E0308, argument.expr->span,
         fmt::format("`{}` needs a vector, but this is {}", builtin.name, describe(value)));
  return std::nullopt;
}

// u_i v_j - u_j v_i
Scalar minor_of(Evaluation& evaluation, Scope& scope, const VectorValue& u, const VectorValue& v,
                int i, int j) {
  const Scalar a = apply_binary(evaluation, scope, Op::multiply, u.parts[i], v.parts[j]);
  const Scalar b = apply_binary(evaluation, scope, Op::multiply, u.parts[j], v.parts[i]);
  Scalar result = apply_binary(evaluation, scope, Op::subtract, a, b);
  result.dimension = u.parts[0].dimension * v.parts[0].dimension;
  return result;
}

Scalar scalar_product(Evaluation& evaluation, Scope& scope, const VectorValue& u,
                      const VectorValue& v) {
  Scalar sum = apply_binary(evaluation, scope, Op::multiply, u.parts[0], v.parts[0]);
  for (std::size_t i = 1; i < u.parts.size(); ++i)
    sum = apply_binary(evaluation, scope, Op::add, sum,
                       apply_binary(evaluation, scope, Op::multiply, u.parts[i], v.parts[i]));
  sum.dimension = u.parts[0].dimension * v.parts[0].dimension;
  return sum;
}

Value vector_product(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto u = vector_argument(world, builtin, call, 0);
  const auto v = vector_argument(world, builtin, call, 1);
  if (!u || !v) return Poison{};
  const std::size_t wanted = world.spatial ? 3 : 2;
  if (u->parts.size() != wanted || v->parts.size() != wanted) {
    report(world, Code::E0408, call.expr.span,
           world.spatial ? "in space vectors have three parts"
                         : "in a planar world vectors have two parts");
    return Poison{};
  }
  const bool dot = builtin.tag == 0;
  if (dot) return scalar_product(world, call.scope, *u, *v);
  const auto part = [&](int i, int j) { return minor_of(world, call.scope, *u, *v, i, j); };
  if (!world.spatial) return part(0, 1);
  return VectorValue{{part(1, 2), part(2, 0), part(0, 1)}};
}

Value lambert(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto x = scalar_argument(world, builtin, call.arguments[0]);
  if (!x) return Poison{};
  Scalar branch = constant_scalar(0);
  if (call.arguments.size() == 2) {
    const auto given = whole_number(world, call.arguments[1].value, "the branch of `lambertw`",
                                    call.arguments[1].expr->span);
    if (!given) return Poison{};
    if (*given != 0 && *given != -1) {
      report(world, Code::E0309, call.arguments[1].expr->span,
             "the branch of `lambertw` is 0 or -1");
      return Poison{};
    }
    branch.value = static_cast<double>(*given);
  }
  if (!x->dimension.pure()) return pure_function(world, builtin, call);
  return apply_binary(world, call.scope, Op::lambertw, branch, *x);
}

Scalar whole_below(Evaluation& evaluation, Scope& scope, const Scalar& x) {
  if (x.constant() || !evaluation.watched) return apply_unary(evaluation, scope, Op::floor, x);
  Scalar like;
  inherit(like, x);
  return scalar_from(*scope.graph, scope.graph->watched_floor(x.node), like);
}

Value rounding(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto x = pure_argument(world, builtin, call, [&](const Scalar& argument) {
    return fmt::format("say in steps of what: `{0}(x/(1 {1})) * 1 {1}`", builtin.name,
                       shown_unit(argument).text);
  });
  if (!x) return Poison{};
  if (builtin.tag == 1) {
    const Scalar below =
        whole_below(world, call.scope, apply_unary(world, call.scope, Op::negate, *x));
    return apply_unary(world, call.scope, Op::negate, below);
  }
  const Scalar shift = constant_scalar(builtin.tag == 2 ? 0.5 : 0);
  return whole_below(world, call.scope, apply_binary(world, call.scope, Op::add, *x, shift));
}

// x - y*floor(x/y), which has the sign of y.
Value modulo(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto s = like_arguments(world, builtin, call);
  if (!s) return Poison{};
  const Scalar &x = (*s)[0], &y = (*s)[1];
  const Scalar times =
      whole_below(world, call.scope, apply_binary(world, call.scope, Op::divide, x, y));
  Scalar result = apply_binary(world, call.scope, Op::subtract, x,
                               apply_binary(world, call.scope, Op::multiply, y, times));
  result.dimension = x.dimension;
  result.unit = x.unit;
  return result;
}

constexpr int tag(Kind kind) {
  return static_cast<int>(kind);
}

// How each row of `functions_of_values` is evaluated, in its order.
struct Evaluation {
  std::string_view name;
  Value (*evaluate)(World&, const Builtin&, const BuiltinCall&);
  Op op;
  int tag;
};
constexpr Evaluation evaluations[] = {
    {"sqrt", radical, Op::sqrt, 0},
    {"cbrt", radical, Op::cbrt, 0},
    {"abs", absolute, Op::abs, 0},
    {"sign", sign, Op::constant, 0},
    {"exp", pure_function, Op::exp, 0},
    {"log", pure_function, Op::log, 0},
    {"log10", pure_function, Op::log10, 0},
    {"sin", pure_function, Op::sin, 0},
    {"cos", pure_function, Op::cos, 0},
    {"tan", pure_function, Op::tan, 0},
    {"asin", pure_function, Op::asin, 0},
    {"acos", pure_function, Op::acos, 0},
    {"atan", pure_function, Op::atan, 0},
    {"sinh", pure_function, Op::sinh, 0},
    {"cosh", pure_function, Op::cosh, 0},
    {"tanh", pure_function, Op::tanh, 0},
    {"atan2", arc_tangent, Op::atan2, 0},
    {"hypot", hypot, Op::constant, 0},
    {"clamp", clamp, Op::constant, 0},
    {"lambertw", lambert, Op::lambertw, 0},
    {"floor", rounding, Op::floor, 0},
    {"ceil", rounding, Op::floor, 1},
    {"round", rounding, Op::floor, 2},
    {"random", random_number, Op::constant, 0},
    {"normal", random_number, Op::constant, 1},
    {"mod", modulo, Op::floor, 0},
    {"dot", vector_product, Op::constant, 0},
    {"cross", vector_product, Op::constant, 1},
    {"turn", turn_function, Op::constant, 0},
    {"inverse", inverse_function, Op::constant, 0},
    {"angles", angles_function, Op::constant, 0},
    {"max", extremum, Op::maximum, tag(Kind::maximum)},
    {"min", extremum, Op::minimum, tag(Kind::minimum)},
    {"mean", evaluate_reduction, Op::constant, tag(Kind::mean)},
    {"rms", evaluate_reduction, Op::constant, tag(Kind::rms)},
    {"initial", evaluate_reduction, Op::constant, tag(Kind::initial)},
    {"final", evaluate_reduction, Op::constant, tag(Kind::final)},
    {"integral", evaluate_reduction, Op::constant, tag(Kind::integral)},
    {"at", evaluate_reduction, Op::constant, tag(Kind::at)},
    {"argmax", evaluate_reduction, Op::constant, tag(Kind::argmax)},
    {"argmin", evaluate_reduction, Op::constant, tag(Kind::argmin)},
    {"std", evaluate_reduction, Op::constant, tag(Kind::deviation)},
    {"harmonic", harmonic, Op::constant, 0},
    {"median", evaluate_reduction, Op::constant, tag(Kind::median)},
    {"quantile", evaluate_reduction, Op::constant, tag(Kind::quantile)},
    {"sort", sorted_list, Op::constant, 0},
    {"linspace", spaced_list, Op::constant, 0},
    {"logspace", spaced_list, Op::constant, 1},
    {"count", evaluate_reduction, Op::constant, tag(Kind::count)},
    {"join", joined_list, Op::constant, 0},
    {"sum", evaluate_reduction, Op::constant, tag(Kind::sum)},
    {"first", evaluate_reduction, Op::constant, tag(Kind::first)},
    {"last", evaluate_reduction, Op::constant, tag(Kind::last)},
    {"increasing", evaluate_reduction, Op::constant, tag(Kind::increasing)},
    {"decreasing", evaluate_reduction, Op::constant, tag(Kind::decreasing)},
    {"all", evaluate_reduction, Op::constant, tag(Kind::all)},
    {"any", evaluate_reduction, Op::constant, tag(Kind::any)},
};

static_assert(std::ranges::equal(evaluations, functions_of_values, {}, &Evaluation::name,
                                 &FunctionInfo::name),
              "each function has its evaluation, and each evaluation its function");

// What makes a shape out of its arguments, where these are not sizes alone.
constexpr struct {
  ShapeKind kind;
  decltype(&sized_shape) make;
} makers[] = {{ShapeKind::ellipse, ellipse_shape}, {ShapeKind::superellipse, superellipse_shape},
              {ShapeKind::polygon, polygon_shape}, {ShapeKind::curve, curve_shape},
              {ShapeKind::arc, arc_shape},         {ShapeKind::polyhedron, polyhedron_shape},
              {ShapeKind::hull, hull_shape}};

auto maker_of(ShapeKind kind) {
  for (const auto& maker : makers)
    if (maker.kind == kind) return maker.make;
  return sized_shape;
}

std::vector<Builtin> all_builtins() {
  std::vector<Builtin> all;
  for (std::size_t i = 0; i < std::size(evaluations); ++i) {
    const Evaluation& how = evaluations[i];
    all.push_back({functions_of_values[i], how.evaluate, how.op, how.tag});
  }
  for (const ShapeInfo& shape : shapes())
    if (const FunctionInfo* row = shape.least > 0 ? find_function(shape.name) : nullptr)
      all.push_back({*row, maker_of(shape.kind), Op::constant, static_cast<int>(shape.kind)});
  return all;
}

const std::vector<Builtin>& builtins() {
  static const std::vector<Builtin> all = all_builtins();
  return all;
}

}  // namespace

bool goes_by_items(const Builtin& builtin, const std::vector<EvaluatedArgument>& arguments) {
  const bool of_numbers = builtin.op != Op::constant || builtin.evaluate == sign ||
                          builtin.evaluate == hypot || builtin.evaluate == clamp ||
                          builtin.evaluate == random_number;
  const bool reduces = builtin.evaluate == extremum && arguments.size() == 1;
  return of_numbers && !reduces &&
         std::any_of(arguments.begin(), arguments.end(), [](const EvaluatedArgument& a) {
           return a.value.get<ListValue>() != nullptr;
         });
}

const Builtin* find_builtin(std::string_view name) {
  for (const Builtin& builtin : builtins()) {
    if (builtin.name == name) return &builtin;
  }
  return nullptr;
}

}  // namespace mbs::elaborate
