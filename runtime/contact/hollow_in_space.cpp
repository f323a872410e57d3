#include "runtime/contact/hollow_in_space.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "runtime/contact/normal_rate.hpp"
#include "runtime/geometry/farthest.hpp"
#include "runtime/geometry/solid_touch.hpp"

namespace mbs::hollow {

namespace {

using Row = Eigen::Matrix<double, 1, 12>;
using round::point_rows;
using round::turned;

// Where the body is as wide as what it is in, derivatives stay finite with this floor, m.
constexpr double least_width = 1e-12;

struct Touching {
  const Solid &solid, &wall;
  const SpatialPose &body, &around;
  Vector3 lever, centre;  // of the body's shape, of the socket's or bore's point
  int column, around_column;
  double sign, part;  // n = sign u; part: of the gap, from the body to where the forces act
  bool bore;
  Vector3 axis;
  Farthest f;
  Vector3 w;    // from the centre to the farthest place
  Vector3 arm;  // from the body's centre of mass to it
  double gap;

  Touching(const ContactModel& c, const ContactPair& at, bool first)
      : solid(first ? solids_of(c).one : solids_of(c).other),
        wall(first ? solids_of(c).other : solids_of(c).one),
        body(first ? *at.space_a : *at.space_b),
        around(first ? *at.space_b : *at.space_a),
        lever(first ? *at.lever_a : *at.lever_b),
        centre(first ? *at.lever_b : *at.lever_a),
        column(first ? 0 : 6),
        around_column(first ? 6 : 0),
        sign(first ? 1 : -1),
        part(first ? c.lever : 1 - c.lever),
        bore(wall.kind == SolidKind::bore),
        axis(around.R * wall.axes.col(2)) {
    const Vector3 between = body.r + lever - around.r - centre;
    f = find_farthest(solid, {body.R * solid.axes, between, axis, bore});
    w = between + f.place.x;
    arm = lever + f.place.x;
    gap = wall.rounding - f.reach;
  }

  // The motion of the farthest place, as material, away from the centre.
  MotionRows away() const {
    return point_rows(body, arm, column) - point_rows(around, centre, around_column);
  }
  // The same with the place that is farthest along u as the body alone turns.
  MotionRows place_at_fixed_u() const { return away() - f.place.bend * turned(body, f.u, column); }

  // In a socket (s - B) du = away across u. In a bore t.w = 0 with t = a x u, square to u and a.
  MotionRows direction_change() const { return bore ? in_bore() : in_socket(); }

  MotionRows in_socket() const {
    const Eigen::Matrix<double, 3, 2> T = across(f.u);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> parts(
        f.reach * Eigen::Matrix2d::Identity() - T.transpose() * f.place.bend * T);
    const Eigen::Vector2d widths = parts.eigenvalues().cwiseMax(least_width).cwiseInverse();
    const Eigen::Matrix2d inverse =
        parts.eigenvectors() * widths.asDiagonal() * parts.eigenvectors().transpose();
    return T * inverse * (T.transpose() * place_at_fixed_u());
  }

  MotionRows in_bore() const {
    const Vector3 t = axis.cross(f.u);
    const MotionRows da = turned(around, axis, around_column);
    const double stiff = std::max(f.reach - t.dot(f.place.bend * t), least_width);
    const Row leans = f.u.transpose() * da;
    const Row sideways = (t.transpose() * place_at_fixed_u() - t.dot(f.place.bend * axis) * leans -
                          axis.dot(w) * t.transpose() * da) /
                         stiff;
    return t * sideways - axis * leans;
  }
};

// Where along its sides a straight body touches, that may lie in a hollow by both of its ends:
// which of these it is, or -1 between them.
int end_of(const Touching& p) {
  constexpr double far = 0.5;  // of half its length
  if (p.solid.form || p.solid.half.isZero(0)) return p.f.place.corner;
  const Matrix3 axes = p.body.R * p.solid.axes;
  const Vector3 own = axes.transpose() * (p.f.place.x - p.solid.rounding * p.f.u);
  int end = 0;
  for (int k = 0; k < 3; ++k) {
    if (std::abs(own[k]) < far * p.solid.half[k]) return -1;
    if (own[k] > 0 && p.solid.half[k] > 0) end |= 1 << k;
  }
  return end;
}

void touch(const Touching& p, bool derivatives, SpatialTouch& out) {
  out.gap = p.gap;
  out.n = p.sign * p.f.u;
  out.X = p.body.r + p.arm + p.part * p.gap * p.f.u;
  out.corner = end_of(p);
  if (!derivatives) return;
  const MotionRows du = p.direction_change();
  // In a bore w is not along u, so that s changes with u as well.
  const Row gap = -(p.f.u.transpose() * p.away() + p.w.transpose() * du);
  out.dn = p.sign * du;
  out.dX = point_rows(p.body, p.arm, p.column) +
           p.f.place.bend * (du - turned(p.body, p.f.u, p.column)) +
           p.part * (p.f.u * gap + p.gap * du);
}

MotionRows rate(const ContactModel& c, const ContactPair& at, bool first) {
  const double size = solids_of(c).one.bound + solids_of(c).other.bound;
  return rate_by_differences(at, size, [&](const ContactPair& moved) {
    const Touching p(c, moved, first);
    return MotionRows(p.sign * p.direction_change());
  });
}

// The wall bends the other way; a bore is straight along its axis.
EqualRadii radii(const Touching& p, bool first) {
  const Eigen::Matrix<double, 3, 2> T = across(p.f.u);
  Eigen::Matrix2d wall = -Eigen::Matrix2d::Identity() / p.wall.rounding;
  if (p.bore) {
    const Eigen::Vector2d along = T.transpose() * p.axis;
    wall += along * along.transpose() / p.wall.rounding;
  }
  const Eigen::Matrix2d own = curvatures(p.f.place.bend, p.f.u);
  return first ? equal_radii(own, wall) : equal_radii(wall, own);
}

}  // namespace

void body_first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  touch(Touching(c, at, true), derivatives, out);
}
void body_second(const ContactModel& c, const ContactPair& at, bool derivatives,
                 SpatialTouch& out) {
  touch(Touching(c, at, false), derivatives, out);
}
MotionRows rate_of_body_first(const ContactModel& c, const ContactPair& at) {
  return rate(c, at, true);
}
MotionRows rate_of_body_second(const ContactModel& c, const ContactPair& at) {
  return rate(c, at, false);
}
EqualRadii radii_of_body_first(const ContactModel& c, const ContactPair& at) {
  return radii(Touching(c, at, true), true);
}
EqualRadii radii_of_body_second(const ContactModel& c, const ContactPair& at) {
  return radii(Touching(c, at, false), false);
}

}  // namespace mbs::hollow
