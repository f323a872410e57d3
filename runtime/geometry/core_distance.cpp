#include "runtime/geometry/core_distance.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

constexpr double least = 1e-12;  // m: no place is so near an edge that its normal has no direction

// Outside of a flat piece that leaves the directions of P free.
CoreDistance from_flat(const Vector3& away, const Matrix3& P) {
  CoreDistance d;
  d.distance = away.norm();
  d.n = away / d.distance;
  d.bend = (P - d.n * d.n.transpose()) / std::max(d.distance, least);
  return d;
}

CoreDistance from_box(const Vector3& half, const Vector3& point) {
  const Vector3 over = point.cwiseAbs() - half;
  Vector3 away = Vector3::Zero();
  Matrix3 P = Matrix3::Zero();
  for (int k = 0; k < 3; ++k) {
    if (!(over[k] > 0)) continue;
    away[k] = std::copysign(over[k], point[k]);
    P(k, k) = 1;
  }
  if (!away.isZero(0)) return from_flat(away, P);
  int nearest = 0;
  CoreDistance d;
  d.distance = over.maxCoeff(&nearest);
  d.n = std::copysign(1.0, point[nearest]) * Vector3::Unit(nearest);
  return d;
}

// In the plane through the axis of a cylinder: over its side and over its end, m.
struct Section {
  Vector3 outwards, up;  // directions
  double radius = 0;     // of the point
  double side = 0, end = 0;
};

Section section_of(double R, double half, const Vector3& p) {
  Section s;
  s.radius = std::hypot(p[0], p[1]);
  s.outwards = s.radius > 0 ? Vector3(p[0] / s.radius, p[1] / s.radius, 0) : Vector3::UnitX();
  s.up = Vector3(0, 0, std::copysign(1.0, p[2]));
  s.side = s.radius - R;
  s.end = std::abs(p[2]) - half;
  return s;
}

// Around the axis the gradient turns with the point, and around an edge beside it.
CoreDistance from_cylinder(double R, double half, const Vector3& point) {
  const Section s = section_of(R, half, point);
  const bool edge = s.side > 0 && s.end > 0, on_side = edge || s.side > s.end;
  CoreDistance d;
  d.distance = edge ? std::hypot(s.side, s.end) : std::max(s.side, s.end);
  d.n = edge      ? Vector3((s.side * s.outwards + s.end * s.up) / d.distance)
        : on_side ? s.outwards
                  : s.up;
  if (!on_side) return d;
  const Vector3 around = s.up.cross(s.outwards);
  d.bend = s.outwards.dot(d.n) / std::max(s.radius, least) * around * around.transpose();
  if (!edge) return d;
  const Vector3 beside = around.cross(d.n);
  d.bend += beside * beside.transpose() / std::max(d.distance, least);
  return d;
}

}  // namespace

CoreDistance core_distance(const Solid& solid, const Vector3& point) {
  return solid.semi.isZero(0) ? from_box(solid.half, point)
                              : from_cylinder(solid.semi[0], solid.half[2], point);
}

Matrix3 core_bend_change(const Solid& solid, const Vector3& point, const Vector3& way) {
  const double speed = way.norm();
  if (!(speed > 0)) return Matrix3::Zero();
  const Vector3 step = 1e-6 * solid.bound / speed * way;
  return speed / (2e-6 * solid.bound) *
         (core_distance(solid, point + step).bend - core_distance(solid, point - step).bend);
}

}  // namespace mbs
