#include "runtime/geometry/solid.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

// A flat circle bulges by so much of its radius: its farthest point moves, and does not jump, from
// one side to the other.
constexpr double crown = 1e-6;

Vector3 vector_of(const ir::Vec3& v) {
  return {v.x, v.y, v.z};
}

Solid measured(Solid solid) {
  const Vector3 reach = solid.semi + solid.half;
  solid.least = 2 * (reach.minCoeff() + solid.rounding);
  solid.bound = solid.semi.maxCoeff() + solid.half.norm() + solid.rounding;
  return solid;
}

}  // namespace

std::optional<Solid> solid_of(const ir::Shape& shape) {
  Solid solid;
  if (std::holds_alternative<ir::HalfPlane>(shape)) return solid;
  if (const auto* circle = std::get_if<ir::Circle>(&shape)) {
    if (circle->hollow) return std::nullopt;
    solid.kind = SolidKind::ball;
    solid.rounding = circle->radius;
    return measured(solid);
  }
  const auto* sum = std::get_if<ir::MinkowskiSum>(&shape);
  if (!sum) return std::nullopt;
  solid.semi = vector_of(sum->semi);
  solid.half = vector_of(sum->half);
  solid.rounding = sum->rounding;
  const bool core = !solid.half.isZero(0), flat = solid.semi[0] > 0 && solid.semi[2] == 0;
  const bool thick = solid.semi[0] > 0 || solid.half[0] > 0 || solid.half[1] > 0;
  solid.kind = core && thick ? SolidKind::core
               : core        ? SolidKind::capsule
               : flat        ? SolidKind::disc
                             : SolidKind::smooth;
  if (!core) solid.semi = solid.semi.cwiseMax(crown * solid.semi.maxCoeff());
  return measured(solid);
}

namespace {

// Of the ellipsoid alone, in its own axes: h = sqrt(u.Q u), x = Q u/h, dx/du = (Q - x x^T)/h.
struct Reach {
  double h = 0;
  Vector3 x = Vector3::Zero();
  Matrix3 bend = Matrix3::Zero();
};

Reach reach_of(const Vector3& semi, const Vector3& u) {
  const Vector3 Q = semi.cwiseProduct(semi);
  Reach r;
  r.h = semi.cwiseProduct(u).norm();
  if (!(r.h > 0)) return r;
  r.x = Q.cwiseProduct(u) / r.h;
  r.bend = (Matrix3(Q.asDiagonal()) - r.x * r.x.transpose()) / r.h;
  return r;
}

}  // namespace

SolidSupport support(const Solid& solid, const Matrix3& axes, const Vector3& u) {
  const Reach own = reach_of(solid.semi, axes.transpose() * u);
  return {axes * own.x + solid.rounding * u,
          axes * own.bend * axes.transpose() +
              solid.rounding * (Matrix3::Identity() - u * u.transpose())};
}

Matrix3 bend_change(const Solid& solid, const Matrix3& axes, const Vector3& u, const Vector3& du) {
  const Matrix3 ball = -solid.rounding * (du * u.transpose() + u * du.transpose());
  const Vector3 own_du = axes.transpose() * du;
  const Reach own = reach_of(solid.semi, axes.transpose() * u);
  if (!(own.h > 0)) return ball;
  const Vector3 dx = own.bend * own_du;
  const Matrix3 change =
      -(dx * own.x.transpose() + own.x * dx.transpose() + own.bend * own.x.dot(own_du)) / own.h;
  return axes * change * axes.transpose() + ball;
}

}  // namespace mbs
