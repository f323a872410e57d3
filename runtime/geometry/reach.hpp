// Private to geometry: how far parts of solids reach, in axes of the shape.
#pragma once

#include "runtime/geometry/solid.hpp"

namespace mbs {

// What is flat is crowned by this part of its size.
constexpr double crown = 1e-6;

// Along a unit vector u: h is a gradient's length, x = dh/du.
struct Reach {
  double h = 0;
  Vector3 x = Vector3::Zero();
  Matrix3 bend = Matrix3::Zero();
  int corner = -1;
};

// h = sqrt(u.Q u), x = Q u/h, dx/du = (Q - x x^T)/h.
inline Reach of_ellipsoid(const Vector3& semi, const Vector3& u) {
  const Vector3 Q = semi.cwiseProduct(semi);
  Reach r;
  r.h = semi.cwiseProduct(u).norm();
  if (!(r.h > 0)) return r;
  r.x = Q.cwiseProduct(u) / r.h;
  r.bend = (Matrix3(Q.asDiagonal()) - r.x * r.x.transpose()) / r.h;
  return r;
}

}  // namespace mbs
