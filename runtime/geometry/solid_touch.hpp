// Where two smooth convex shapes in space are closest, or overlap least: their common normal.
//
// Along a direction u they are apart by
//   s(u) = u.d - h1(u) - h2(-u)        d from the first centre to the second, h: how far they reach
// and the gap is the largest s over all u. There the farthest points of both along u and -u lie on
// one normal, w = d - x1 + x2 = s u, and Newton's step towards it is, square to u,
//   (B1 + B2 + s) du = w,              B = dx/du, see solid.hpp
#pragma once

#include "runtime/geometry/solid.hpp"

namespace mbs {

// Both axes: from the shapes' own to those of the world.
struct SolidPlacing {
  Matrix3 first, second;
  Vector3 between;  // from the first centre to the second, m
};

struct SolidTouch {
  Vector3 u;                   // from the first to the second
  double gap = 0;              // m
  SolidSupport first, second;  // along u of the first, along -u of the second
};

SolidTouch find_touch(const Solid& first, const Solid& second, const SolidPlacing& at);

// What turns a way square to u into the turn of the common normal: the inverse of B1 + B2 + s
// there, 0 along u; with a floor where shapes overlap so far that they have no one normal.
Matrix3 normal_compliance(const Matrix3& bends, double gap, const Vector3& u);

// The curvatures across u of a body that bends so there, 1/m, in the axes of `across(u)`; with a
// ceiling for corners.
Eigen::Matrix2d curvatures(const Matrix3& bend, const Vector3& u);

// Two directions square to u and to each other, as columns.
Eigen::Matrix<double, 3, 2> across(const Vector3& u);

}  // namespace mbs
