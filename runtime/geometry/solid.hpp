// Convex shapes in space: smooth ones by their support functions.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>

#include "lang/scenario/contact.hpp"

namespace mbs {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

// What has no normal of its own at a place is a disc, whose faces are flat, or has a core.
enum class SolidKind : std::uint8_t { plane, ball, smooth, disc, capsule, core };

// All x + y + z with x in an ellipsoid, y in a box and z in a ball, all three about the origin.
// Only a capsule and one with a core have a box, and then no ellipsoid, or the flat one of a
// cylinder. Of a plane nothing.
struct Solid {
  SolidKind kind = SolidKind::plane;
  Matrix3 axes = Matrix3::Identity();  // from the shape's axes to those of its body
  Vector3 semi = Vector3::Zero();      // semi-axes, m; all 0 of a ball
  Vector3 half = Vector3::Zero();      // half sides, m
  double rounding = 0;                 // radius of the ball, m
  double least = 0;  // no overlap of so many m, twice the smallest extent, is a shallow one
  double bound = 0;  // no point is farther from the centre, m
};

// In the axes of its point; empty for what is neither.
std::optional<Solid> solid_of(const ir::Shape& shape);

// How far a smooth shape reaches along a unit vector u: where, and how that place moves with u.
struct SolidSupport {
  Vector3 x;     // the farthest point along u, from the centre, m
  Matrix3 bend;  // dx/du, symmetric: the radii of curvature across u, m, and 0 along it
};
// `axes`: from the shape's axes to those in which u and what follows are given.
SolidSupport support(const Solid& solid, const Matrix3& axes, const Vector3& u);
// How `bend` changes with a change of u; square to u.
Matrix3 bend_change(const Solid& solid, const Matrix3& axes, const Vector3& u, const Vector3& du);

}  // namespace mbs
