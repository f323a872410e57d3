// Convex shapes in space: what they are, and how far they reach along a direction.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "lang/scenario/contact.hpp"
#include "runtime/geometry/convex.hpp"

namespace mbs {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

// What has no normal of its own at a place is a disc, whose faces are flat, or has a core. Sockets
// and bores are hollow: all that lies outside of them.
enum class SolidKind : std::uint8_t {
  plane,
  ball,
  smooth,
  disc,
  capsule,
  core,
  socket,
  bore,
  edge
};

// ---- solids that are no sums of an ellipsoid, a box and a ball; in the axes of the shape --------

struct FrustumForm {  // about z, from z = 0 to `height`, m
  double radius = 0, top = 0, height = 0;
};
struct HullForm {
  struct Face {
    Vector3 n;                 // outwards
    double distance = 0;       // of its plane from the centre along n, m
    std::vector<int> corners;  // counter-clockwise seen from outside
  };
  std::vector<Vector3> corners;
  std::vector<Face> faces;
};
struct PrismForm {
  ConvexShape outline;
  double half = 0;         // of its width, m
  Eigen::Vector2d inside;  // a place well within the outline
};
using SolidForm = std::variant<FrustumForm, HullForm, PrismForm>;

// All x + y + z with x in an ellipsoid, y in a box and z in a ball, all three about the origin.
// Only a capsule and one with a core have a box, and then no ellipsoid, or the flat one of a
// cylinder. One that has a form has that instead of ellipsoid and box. Of a plane nothing. Of an
// edge `half` leads from its middle to an end.
struct Solid {
  SolidKind kind = SolidKind::plane;
  Matrix3 axes = Matrix3::Identity();  // from the shape's axes to those of its body
  Vector3 semi = Vector3::Zero();      // semi-axes, m; all 0 of a ball
  Vector3 half = Vector3::Zero();      // half sides, m
  double rounding = 0;                 // radius of the ball, m; of what is hollow, its own
  double least = 0;  // no overlap of so many m, twice the smallest extent, is a shallow one
  double bound = 0;  // no point is farther from the centre, m
  std::shared_ptr<const SolidForm> form = {};
  // Directions of a sharp corner alone, along its edges, away from it; of an edge alone, into both
  // its faces, m.
  std::vector<Vector3> spread = {};
};

// In the axes of its point; empty for what has no extent in space.
std::optional<Solid> solid_of(const ir::Shape& shape);
inline bool is_hollow(SolidKind kind) {
  return kind == SolidKind::socket || kind == SolidKind::bore;
}

// How far a shape reaches along a unit vector u: where, and how that place moves with u.
struct SolidSupport {
  Vector3 x;        // the farthest point along u, from the centre, m
  Matrix3 bend;     // dx/du, symmetric: the radii of curvature across u, m, and 0 along it
  int corner = -1;  // which one of those that take turns without a way between them; -1: none
};
// `axes`: from the shape's axes to those in which u and what follows are given.
SolidSupport support(const Solid& solid, const Matrix3& axes, const Vector3& u);
// How `bend` changes with a change of u; square to u. Of smooth shapes and discs.
Matrix3 bend_change(const Solid& solid, const Matrix3& axes, const Vector3& u, const Vector3& du);

}  // namespace mbs
