#include "runtime/contact/smooth_in_space.hpp"

#include <Eigen/Dense>
#include <limits>

#include "runtime/contact/normal_rate.hpp"
#include "runtime/geometry/crowned_touch.hpp"
#include "runtime/geometry/solid_touch.hpp"

namespace mbs::smooth {

namespace {

using Row = Eigen::Matrix<double, 1, 12>;

// The first column of each body.
constexpr int of_first = 0, of_second = 6;

using round::turned;

// The place of a body that is farthest along its u: how it moves as u turns by du.
MotionRows farthest_change(const SpatialPose& body, int column, const Vector3& arm,
                           const Matrix3& bend, const Vector3& u, const MotionRows& du) {
  return round::point_rows(body, arm, column) + bend * (du - turned(body, u, column));
}

Vector3 centre_of(const SpatialPose& body, const Vector3& lever) {
  return body.r + lever;
}

// ---- two smooth bodies ------------------------------------------------------------------------

struct Touching {
  SolidTouch t;
  Vector3 arm_a, arm_b;  // from the centres of mass to the two places on the common normal
};

Touching touching(const ContactModel& c, const ContactPair& at) {
  const SpatialPose &a = *at.space_a, &b = *at.space_b;
  const SolidPlacing placing{a.R * solids_of(c).one.axes, b.R * solids_of(c).other.axes,
                             centre_of(b, *at.lever_b) - centre_of(a, *at.lever_a)};
  const Solid &one = solids_of(c).one, &other = solids_of(c).other;
  const bool crowned = one.kind == SolidKind::core || other.kind == SolidKind::core;
  Touching out{
      crowned ? find_crowned_touch(one, other, placing) : find_touch(one, other, placing), {}, {}};
  out.arm_a = *at.lever_a + out.t.first.x;
  out.arm_b = *at.lever_b + out.t.second.x;
  return out;
}

// (B1 + B2 + gap) dn = across n: the way of the second place, as material, past the first, and
// what the bodies' own turns take their surfaces along.
MotionRows normal_change(const ContactPair& at, const Touching& p) {
  const SpatialPose &a = *at.space_a, &b = *at.space_b;
  const Vector3& n = p.t.u;
  const MotionRows past =
      round::point_rows(b, p.arm_b, of_second) - round::point_rows(a, p.arm_a, of_first);
  const Matrix3 bends = p.t.first.bend + p.t.second.bend;
  return normal_compliance(bends, p.t.gap, n) * (past + p.t.first.bend * turned(a, n, of_first) +
                                                 p.t.second.bend * turned(b, n, of_second));
}

}  // namespace

void touch(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  const SpatialPose &a = *at.space_a, &b = *at.space_b;
  const Touching p = touching(c, at);
  out.n = p.t.u;
  out.gap = p.t.gap;
  out.X = a.r + p.arm_a + c.lever * out.gap * out.n;
  if (!derivatives) return;
  out.dn = normal_change(at, p);
  const Row gap = out.n.transpose() * (round::point_rows(b, p.arm_b, of_second) -
                                       round::point_rows(a, p.arm_a, of_first));
  out.dX = farthest_change(a, of_first, p.arm_a, p.t.first.bend, out.n, out.dn) +
           c.lever * (out.n * gap + out.gap * out.dn);
}

namespace {

// How (B (omega x n)) of one body, B its bend, changes with motion j, as both move.
struct Bending {
  const Solid& solid;
  const SpatialPose& body;
  const Matrix3& bend;
  const Vector3 u;  // along which it reaches: n of the first, -n of the second
  const Vector3 arm;
  int column;

  Vector3 turn(int j) const {
    const int k = j - column - 3;
    return k >= 0 && k < 3 ? Vector3(body.R.col(k)) : Vector3::Zero();
  }
  Matrix3 bend_change(int j, const Vector3& du) const {
    const Matrix3 by = skew(turn(j));
    return by * bend - bend * by +
           mbs::bend_change(solid, body.R * solid.axes, u, du - turn(j).cross(u));
  }
  // omega x u, and its change.
  Vector3 carried() const { return body.spin().cross(u); }
  Vector3 carried_change(int j, const Vector3& du) const {
    return turn(j).cross(body.spin()).cross(u) + body.spin().cross(du);
  }
  // How the speed of the material at the place on the normal changes, which moves by dx.
  Vector3 speed_change(int j, const Vector3& dx) const {
    const Vector3 shift =
        j >= column && j < column + 3 ? Vector3(Vector3::Unit(j - column)) : Vector3::Zero();
    return turn(j).cross(body.spin()).cross(arm) + body.spin().cross(dx - shift);
  }
  Vector3 speed() const { return body.v + body.spin().cross(arm); }
};

}  // namespace

// (B1 + B2 + gap) n' = across n: v2 - v1 + B1 (w1 x n) + B2 (w2 x n), with v of the material at the
// places on the normal; and n.n' = 0.
MotionRows rate_by_place(const ContactModel& c, const ContactPair& at) {
  const Touching p = touching(c, at);
  const Vector3& n = p.t.u;
  const MotionRows dn = normal_change(at, p);
  const Bending a{solids_of(c).one, *at.space_a, p.t.first.bend, n, p.arm_a, of_first};
  const Bending b{solids_of(c).other, *at.space_b, p.t.second.bend, -n, p.arm_b, of_second};
  const MotionRows dA = farthest_change(a.body, of_first, a.arm, a.bend, n, dn);
  const MotionRows dB = farthest_change(b.body, of_second, b.arm, b.bend, -n, -dn);
  const Matrix3 compliance = normal_compliance(a.bend + b.bend, p.t.gap, n);
  const Vector3 past = b.speed() - a.speed();
  const Vector3 rate = compliance * (past + a.bend * a.carried() - b.bend * b.carried());
  MotionRows out;
  for (int j = 0; j < 12; ++j) {
    const Vector3 du = dn.col(j);
    const Matrix3 bend_a = a.bend_change(j, du), bend_b = b.bend_change(j, -du);
    const double gap = n.dot(dB.col(j) - dA.col(j));
    const Vector3 driven = b.speed_change(j, dB.col(j)) - a.speed_change(j, dA.col(j)) +
                           bend_a * a.carried() + a.bend * a.carried_change(j, du) -
                           bend_b * b.carried() - b.bend * b.carried_change(j, -du) -
                           du * n.dot(past);
    out.col(j) = compliance * (driven - (bend_a + bend_b) * rate - gap * rate) - n * du.dot(rate);
  }
  return out;
}

MotionRows crowned_rate_by_place(const ContactModel& c, const ContactPair& at) {
  const double size = solids_of(c).one.bound + solids_of(c).other.bound;
  return rate_by_differences(
      at, size, [&](const ContactPair& moved) { return normal_change(moved, touching(c, moved)); });
}

EqualRadii radii(const ContactModel& c, const ContactPair& at) {
  const Touching p = touching(c, at);
  return equal_radii(curvatures(p.t.first.bend, p.t.u), curvatures(p.t.second.bend, p.t.u));
}

// ---- on a plane -------------------------------------------------------------------------------

namespace {

struct OnPlane {
  const Solid& solid;
  const SpatialPose &body, &plane;
  Vector3 lever, lever_plane;
  int column, plane_column;
  Vector3 u;  // from the smooth body into the plane
  SolidSupport reach;
  Vector3 arm;
  double gap;

  OnPlane(const ContactModel& c, const ContactPair& at, bool plane_first)
      : solid(plane_first ? solids_of(c).other : solids_of(c).one),
        body(plane_first ? *at.space_b : *at.space_a),
        plane(plane_first ? *at.space_a : *at.space_b),
        lever(plane_first ? *at.lever_b : *at.lever_a),
        lever_plane(plane_first ? *at.lever_a : *at.lever_b),
        column(plane_first ? of_second : of_first),
        plane_column(plane_first ? of_first : of_second) {
    u = -(plane.R * Vector3(c.nx, c.ny, c.nz));
    reach = support(solid, body.R * solid.axes, u);
    arm = lever + reach.x;
    gap = u.dot(apart());
  }
  Vector3 apart() const { return centre_of(plane, lever_plane) - (body.r + arm); }
};

void on_plane(const ContactModel& c, const ContactPair& at, bool plane_first, bool derivatives,
              SpatialTouch& out) {
  const OnPlane p(c, at, plane_first);
  const double part = plane_first ? 1 - c.lever : c.lever, sign = plane_first ? -1 : 1;
  out.n = sign * p.u;
  out.gap = p.gap;
  out.X = p.body.r + p.arm + part * p.gap * p.u;
  out.corner = p.reach.corner;
  if (!derivatives) return;
  const MotionRows du = turned(p.plane, p.u, p.plane_column);
  const Row gap = p.u.transpose() * (round::point_rows(p.plane, p.lever_plane, p.plane_column) -
                                     round::point_rows(p.body, p.arm, p.column)) +
                  p.apart().transpose() * du;
  out.dn = sign * du;
  out.dX = farthest_change(p.body, p.column, p.arm, p.reach.bend, p.u, du) +
           part * (p.u * gap + p.gap * du);
}

// The radius of a prism is that of its outline, as in the plane.
EqualRadii radii_on_plane(const ContactModel& c, const ContactPair& at, bool plane_first) {
  const OnPlane p(c, at, plane_first);
  const Eigen::Matrix2d own = curvatures(p.reach.bend, p.u), flat = Eigen::Matrix2d::Zero();
  if (p.solid.form && std::holds_alternative<PrismForm>(*p.solid.form)) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> parts(own, Eigen::EigenvaluesOnly);
    const double R = 1 / parts.eigenvalues()[1], none = std::numeric_limits<double>::infinity();
    return plane_first ? EqualRadii{none, R} : EqualRadii{R, none};
  }
  return plane_first ? equal_radii(flat, own) : equal_radii(own, flat);
}

}  // namespace

void on_first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  on_plane(c, at, true, derivatives, out);
}
void on_second(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  on_plane(c, at, false, derivatives, out);
}
EqualRadii radii_on_first(const ContactModel& c, const ContactPair& at) {
  return radii_on_plane(c, at, true);
}
EqualRadii radii_on_second(const ContactModel& c, const ContactPair& at) {
  return radii_on_plane(c, at, false);
}

}  // namespace mbs::smooth
