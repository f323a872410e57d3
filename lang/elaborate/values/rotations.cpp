#include "lang/elaborate/values/rotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/values/arithmetic.hpp"
#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/values/vectors.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

using Parts = std::array<Scalar, 4>;

// Sums and products of numbers whose dimensions are known to fit.
struct Algebra {
  World& world;
  Scope& scope;

  Scalar mul(const Scalar& a, const Scalar& b) const {
    Scalar result = apply_binary(world, scope, Op::multiply, a, b);
    result.dimension = a.dimension * b.dimension;
    return result;
  }
  Scalar like(Op op, const Scalar& a, const Scalar& b) const {
    Scalar result = apply_binary(world, scope, op, a, b);
    result.dimension = a.dimension;
    return result;
  }
  Scalar add(const Scalar& a, const Scalar& b) const { return like(Op::add, a, b); }
  Scalar sub(const Scalar& a, const Scalar& b) const { return like(Op::subtract, a, b); }
  Scalar div(const Scalar& a, const Scalar& b) const {
    return apply_binary(world, scope, Op::divide, a, b);
  }
  Scalar atan2(const Scalar& y, const Scalar& x) const {
    return apply_binary(world, scope, Op::atan2, y, x);
  }
  Scalar neg(const Scalar& a) const { return sub(constant_scalar(0, a.dimension), a); }
  Scalar of(Op op, const Scalar& a) const { return apply_unary(world, scope, op, a); }
  Scalar length(const Scalar* parts, int count) const {
    Scalar sum = mul(parts[0], parts[0]);
    for (int i = 1; i < count; ++i) sum = add(sum, mul(parts[i], parts[i]));
    return of(Op::sqrt, sum);
  }

  Parts product(const Parts& a, const Parts& b) const {
    const auto dot = [&](const std::array<std::pair<int, int>, 4>& of, std::array<int, 4> sign) {
      Scalar sum = mul(a[of[0].first], b[of[0].second]);
      for (int i = 1; i < 4; ++i) {
        const Scalar term = mul(a[of[i].first], b[of[i].second]);
        sum = sign[i] > 0 ? add(sum, term) : sub(sum, term);
      }
      return sum;
    };
    return {dot({{{0, 0}, {1, 1}, {2, 2}, {3, 3}}}, {1, -1, -1, -1}),
            dot({{{0, 1}, {1, 0}, {2, 3}, {3, 2}}}, {1, 1, 1, -1}),
            dot({{{0, 2}, {2, 0}, {3, 1}, {1, 3}}}, {1, 1, 1, -1}),
            dot({{{0, 3}, {3, 0}, {1, 2}, {2, 1}}}, {1, 1, 1, -1})};
  }
  std::array<Scalar, 3> cross(const Scalar* u, const Scalar* v) const {
    const auto part = [&](int i, int j) { return sub(mul(u[i], v[j]), mul(u[j], v[i])); };
    return {part(1, 2), part(2, 0), part(0, 1)};
  }
  // v + w t + q x t with t = 2 q x v
  VectorValue turned(const Parts& q, const VectorValue& v) const {
    auto t = cross(&q[1], v.parts.data());
    for (Scalar& part : t) part = mul(constant_scalar(2), part);
    const auto second = cross(&q[1], t.data());
    VectorValue result;
    for (int i = 0; i < 3; ++i) {
      Scalar part = add(v.parts[i], add(mul(q[0], t[i]), second[i]));
      part.unit = v.parts[i].unit;
      result.parts.push_back(part);
    }
    return result;
  }
};

Parts inverse(const Algebra& of, const Parts& q) {
  return {q[0], of.neg(q[1]), of.neg(q[2]), of.neg(q[3])};
}

const RotationValue* rotation_argument(Reports& reports, const Builtin& builtin,
                                       const EvaluatedArgument& argument) {
  const auto* rotation = argument.value.get<RotationValue>();
  if (rotation || argument.value.poisoned()) return rotation;
  report(
      reports, Code::E0308, argument.expr->span,
      fmt::format("`{}` needs a rotation, but this is {}", builtin.name, describe(argument.value)))
      .hint = "`turn(z, 30 deg)` is one, and `b.rotation` of a body";
  return nullptr;
}

bool check_spatial(World& world, const Builtin& builtin, const BuiltinCall& call) {
  if (world.spatial) return true;
  report(
      world, Code::E0408, call.expr.span,
      fmt::format("`{}` turns bodies in space; in a planar world give an `angle`", builtin.name));
  return false;
}

void warn_degrees(Reports& reports, const EvaluatedArgument& argument) {
  const auto* literal = std::get_if<ast::Number>(&argument.expr->node);
  if (!literal || literal->unit || std::abs(literal->value) <= 2 * std::numbers::pi ||
      literal->value != std::round(literal->value))
    return;
  report(reports, Code::W0204, argument.expr->span,
         fmt::format("this angle is {:g} rad", literal->value))
      .hint = fmt::format("`{:g} deg`", literal->value);
}

// "zxz": which axes, 0 to 2; empty after an error.
std::optional<std::array<int, 3>> sequence_of(Reports& reports, const EvaluatedArgument& argument) {
  const auto* text = argument.value.get<TextValue>();
  const auto* plain =
      text && text->parts.size() == 1 ? std::get_if<std::string>(&text->parts[0]) : nullptr;
  std::array<int, 3> axes{};
  bool good = plain && plain->size() == 3;
  for (std::size_t i = 0; good && i < 3; ++i) {
    axes[i] = (*plain)[i] - 'x';
    good = axes[i] >= 0 && axes[i] < 3 && (i == 0 || axes[i] != axes[i - 1]);
  }
  if (good) return axes;
  report(reports, Code::E0309, argument.expr->span,
         "the sequence of `angles` is three of x, y, z, none twice in a row")
      .hint = "`angles(R, \"zxz\")` gives a, b, c with R = turn(z, a)*turn(x, b)*turn(z, c)";
  return std::nullopt;
}

// 1 if i, j are followed by the third axis in the order x, y, z; else -1.
int handedness(int i, int j) {
  return (j - i + 3) % 3 == 1 ? 1 : -1;
}

// The angles a, b, c of turn(i, a)*turn(j, b)*turn(i, c), b of the sign `side`, of a quaternion by
// half of a + c and a - c. Where b is 0 or pi, a and c share what is known of them alike.
std::array<Scalar, 3> symmetric_angles(const Algebra& of, const Parts& q, int i, int j, int side) {
  const int k = 3 - i - j;
  const Scalar sign = constant_scalar(side);
  const Scalar kth = of.mul(constant_scalar(side * handedness(i, j)), q[k + 1]);
  const Scalar half_sum = of.atan2(q[i + 1], q[0]);
  const Scalar half_difference = of.atan2(kth, of.mul(sign, q[j + 1]));
  const Scalar across[] = {q[j + 1], q[k + 1]}, along[] = {q[0], q[i + 1]};
  const Scalar half = of.atan2(of.length(across, 2), of.length(along, 2));
  return {of.add(half_sum, half_difference), of.mul(constant_scalar(2 * side), half),
          of.sub(half_sum, half_difference)};
}

// Within a turn, -pi to pi.
Scalar wrapped(const Algebra& of, const Scalar& angle) {
  return of.atan2(of.of(Op::sin, angle), of.of(Op::cos, angle));
}

// So that the square of a length is a number, however large or small the parts are.
void shorten(std::array<Scalar, 3>& direction) {
  double largest = 0;
  for (const Scalar& part : direction) {
    if (!part.constant()) return;
    largest = std::max(largest, std::abs(part.value));
  }
  for (Scalar& part : direction) part = constant_scalar(part.value / largest);
}

}  // namespace

Value turn_function(World& world, const Builtin& builtin, const BuiltinCall& call) {
  if (!check_spatial(world, builtin, call)) return Poison{};
  const EvaluatedArgument &about = call.arguments[0], &by = call.arguments[1];
  const Value given = placed(world, about.value, *about.expr, call.scope);
  if (given.poisoned()) return Poison{};
  const auto* axis = given.get<VectorValue>();
  if (!axis || axis->parts.size() != 3) {
    report(world, Code::E0308, about.expr->span,
           fmt::format("`turn` needs a direction, but this is {}", describe(given)))
        .hint = "the axis comes first: `turn(z, 30 deg)`";
    return Poison{};
  }
  if (!has_direction(world, *axis, "the axis of `turn`", about.expr->span)) return Poison{};
  const auto angle =
      number(world, by.value, {"the angle of `turn`", dim::pure, by.expr->span}, by.expr);
  if (!angle) return Poison{};
  warn_degrees(world, by);
  const Algebra of{world, call.scope};
  std::array<Scalar, 3> parts;
  for (int i = 0; i < 3; ++i) {
    parts[i] = axis->parts[i];
    parts[i].dimension = {};
    parts[i].any_dimension = false;
    parts[i].unit.reset();
    if (!require_finite(world, parts[i], "the axis of `turn`", about.expr->span)) return Poison{};
  }
  if (!require_finite(world, *angle, "the angle of `turn`", by.expr->span)) return Poison{};
  shorten(parts);
  const Scalar half = of.mul(constant_scalar(0.5), *angle);
  const Scalar sine = of.div(of.of(Op::sin, half), of.length(parts.data(), 3));
  RotationValue result;
  result.parts[0] = of.of(Op::cos, half);
  for (int i = 0; i < 3; ++i) result.parts[i + 1] = of.mul(sine, parts[i]);
  return result;
}

Value inverse_function(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto* rotation = rotation_argument(world, builtin, call.arguments[0]);
  if (!rotation) return Poison{};
  return RotationValue{inverse(Algebra{world, call.scope}, rotation->parts)};
}

// Where i, j, k are all different, the last axis is the first one turned by a right angle about j:
// R*turn(j, -e pi/2) has the angles a, b - e pi/2, c of the sequence i, j, i.
Value angles_function(World& world, const Builtin& builtin, const BuiltinCall& call) {
  const auto* rotation = rotation_argument(world, builtin, call.arguments[0]);
  const auto axes = sequence_of(world, call.arguments[1]);
  if (!rotation || !axes) return Poison{};
  const Algebra of{world, call.scope};
  const auto [i, j, k] = *axes;
  const bool symmetric = i == k;
  const int e = handedness(i, j);
  Parts q = rotation->parts;
  if (!symmetric) {
    Parts quarter{};
    quarter[0] = constant_scalar(std::numbers::sqrt2 / 2);
    quarter[j + 1] = constant_scalar(-e * std::numbers::sqrt2 / 2);
    q = of.product(q, quarter);
  }
  auto angle = symmetric_angles(of, q, i, j, symmetric ? 1 : -e);
  if (!symmetric) angle[1] = of.add(angle[1], constant_scalar(e * std::numbers::pi / 2));
  VectorValue result;
  for (int n = 0; n < 3; ++n) {
    Scalar one = n == 1 ? angle[n] : wrapped(of, angle[n]);
    one.unit = Unit{"rad", 1, dim::pure};
    result.parts.push_back(one);
  }
  return result;
}

Value rotation_arithmetic(World& world, const ast::Binary& node, Scope& scope, const Value& a,
                          const Value& b) {
  const auto* first = a.get<RotationValue>();
  const auto* second = b.get<RotationValue>();
  const Algebra of{world, scope};
  const bool times = node.op == ast::BinaryOp::multiply;
  if (times && first && second) return RotationValue{of.product(first->parts, second->parts)};
  const auto* vector = b.get<VectorValue>();
  if (times && first && vector && vector->parts.size() == 3)
    return of.turned(first->parts, *vector);
  const std::string message =
      times ? fmt::format("a rotation multiplies a rotation or a vector, but this is {} times {}",
                          describe(a), describe(b))
            : fmt::format("rotations are multiplied, nothing else: this is {} and {}", describe(a),
                          describe(b));
  Diagnostic& d = report(world, Code::E0308, cover(node.left->span, node.right->span), message);
  if (a.get<VectorValue>() && times)
    d.hint = "the rotation comes first: `R * v`";
  else if (node.op == ast::BinaryOp::divide)
    d.hint = "`inverse(R) * v` turns back";
  else if (!times)
    d.hint = "`R * Q` is R, then Q about the axes that R has turned";
  return Poison{};
}

Scalar angle_between(World& world, Scope& scope, const RotationValue& a, const RotationValue& b) {
  const Algebra of{world, scope};
  const Parts d = of.product(inverse(of, a.parts), b.parts);
  Scalar angle = of.mul(constant_scalar(2), of.atan2(of.length(&d[1], 3), of.of(Op::abs, d[0])));
  angle.unit = Unit{"rad", 1, dim::pure};
  return angle;
}

RotationValue turned_about_z(World& world, Scope& scope, const Scalar& angle) {
  const Algebra of{world, scope};
  const Scalar half = of.mul(constant_scalar(0.5), angle), none = constant_scalar(0);
  return {{of.of(Op::cos, half), none, none, of.of(Op::sin, half)}};
}

std::optional<RotationValue> require_rotation(Reports& reports, const Value& value,
                                              const std::string& name, Span span) {
  if (value.poisoned()) return std::nullopt;
  if (const auto* rotation = value.get<RotationValue>()) return *rotation;
  const bool vector = value.get<VectorValue>() != nullptr;
  Diagnostic& d = report(
      reports, vector ? Code::E0422 : Code::E0308, span,
      fmt::format("{} must be a rotation, but this is {}", name, describe(value)), describe(value));
  d.hint = vector ? "three angles alone do not say about which axes, and in which order: "
                    "`turn(z, a) * turn(x, b) * turn(z, c)`"
                  : "`turn(z, 30 deg)`; about z alone `angle = 30 deg` does";
  return std::nullopt;
}

std::optional<ir::Quaternion> constant_rotation(Reports& reports, const Value& value,
                                                const std::string& name, Span span) {
  const auto rotation = require_rotation(reports, value, name, span);
  if (!rotation) return std::nullopt;
  for (const Scalar& part : rotation->parts)
    if (!require_constant(reports, part, span)) return std::nullopt;
  const auto& q = rotation->parts;
  const double length = std::sqrt(q[0].value * q[0].value + q[1].value * q[1].value +
                                  q[2].value * q[2].value + q[3].value * q[3].value);
  return ir::Quaternion{q[0].value / length, q[1].value / length, q[2].value / length,
                        q[3].value / length};
}

RotationValue rotation_value(const ir::Quaternion& q) {
  return {{constant_scalar(q.w), constant_scalar(q.x), constant_scalar(q.y), constant_scalar(q.z)}};
}

ir::Quaternion shortest_turn(const ir::Vec3& from, const ir::Vec3& to, const ir::Vec3& instead) {
  const ir::Vec3 axis = cross(from, to);
  const double w = 1 + dot(from, to);
  if (w < 1e-14) return {0, instead.x, instead.y, instead.z};
  const double length = std::sqrt(w * w + dot(axis, axis));
  return {w / length, axis.x / length, axis.y / length, axis.z / length};
}

}  // namespace mbs::elaborate
