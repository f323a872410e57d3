#include "runtime/contact/rod_in_space.hpp"

#include <Eigen/Dense>

#include "runtime/contact/normal_rate.hpp"
#include "runtime/geometry/rod_touch.hpp"

namespace mbs::rod {

namespace {

using Row = Eigen::Matrix<double, 1, 12>;

constexpr int of_first = 0, of_second = 6;

using round::turned;

struct Touching {
  bool rod_first;
  const SpatialPose &a, &b;
  Vector3 axis;  // of the capsule
  RodTouch rod;
  Vector3 arm_a, arm_b;  // from the centres of mass to the two places on the common normal

  Touching(const ContactModel& c, const ContactPair& at, bool is_first)
      : rod_first(is_first), a(*at.space_a), b(*at.space_b) {
    const SolidPair& pair = solids_of(c);
    const SolidPlacing placing{a.R * pair.one.axes, b.R * pair.other.axes,
                               (b.r + *at.lever_b) - (a.r + *at.lever_a)};
    axis = (rod_first ? placing.first : placing.second).col(2);
    rod = find_rod_touch(pair.one, pair.other, placing, rod_first, axis);
    const Vector3 along = rod.along * axis;
    arm_a = *at.lever_a + rod.t.first.x + (rod_first ? along : Vector3(Vector3::Zero()));
    arm_b = *at.lever_b + rod.t.second.x + (rod_first ? Vector3(Vector3::Zero()) : along);
  }
  MotionRows past() const {
    return round::point_rows(b, arm_b, of_second) - round::point_rows(a, arm_a, of_first);
  }

  // As of two smooth bodies; but where the ball may slide along the axis, it slides so far that the
  // normal stays square to the axis.
  MotionRows normal_change() const {
    const Vector3& n = rod.t.u;
    const Matrix3 compliance =
        normal_compliance(rod.t.first.bend + rod.t.second.bend, rod.t.gap, n);
    const MotionRows dn = compliance * (past() + rod.t.first.bend * turned(a, n, of_first) +
                                        rod.t.second.bend * turned(b, n, of_second));
    if (!rod.inside) return dn;
    const Vector3 slid = compliance * axis;
    const Row leans =
        axis.transpose() * dn +
        n.transpose() * turned(rod_first ? a : b, axis, rod_first ? of_first : of_second);
    return dn - slid / axis.dot(slid) * leans;
  }

  // The place of the other body, which is smooth.
  MotionRows place_change(const MotionRows& dn) const {
    const Vector3& n = rod.t.u;
    if (rod_first)
      return round::point_rows(b, arm_b, of_second) +
             rod.t.second.bend * (turned(b, n, of_second) - dn);
    return round::point_rows(a, arm_a, of_first) + rod.t.first.bend * (dn - turned(a, n, of_first));
  }
};

void touch(const ContactModel& c, const ContactPair& at, bool rod_first, bool derivatives,
           SpatialTouch& out) {
  const Touching p(c, at, rod_first);
  const double part = rod_first ? c.lever - 1 : c.lever;  // of the gap, from the other body
  out.n = p.rod.t.u;
  out.gap = p.rod.t.gap;
  out.X = (rod_first ? p.b.r + p.arm_b : p.a.r + p.arm_a) + part * out.gap * out.n;
  if (!derivatives) return;
  out.dn = p.normal_change();
  const Row gap = out.n.transpose() * p.past();
  out.dX = p.place_change(out.dn) + part * (out.n * gap + out.gap * out.dn);
}

MotionRows rate(const ContactModel& c, const ContactPair& at, bool rod_first) {
  const double size = solids_of(c).one.bound + solids_of(c).other.bound;
  return rate_by_differences(at, size, [&](const ContactPair& moved) {
    return Touching(c, moved, rod_first).normal_change();
  });
}

// Beside its ends the capsule is straight along its axis.
EqualRadii radii(const ContactModel& c, const ContactPair& at, bool rod_first) {
  const Touching p(c, at, rod_first);
  const auto T = across(p.rod.t.u);
  const auto curvature = [&](const SolidSupport& s, bool straight) -> Eigen::Matrix2d {
    const Eigen::Matrix2d k = (T.transpose() * s.bend * T).inverse();
    if (!straight) return k;
    const Eigen::Vector2d along = T.transpose() * p.axis;
    return k - k(0, 0) * along * along.transpose();
  };
  return equal_radii(curvature(p.rod.t.first, rod_first && p.rod.inside),
                     curvature(p.rod.t.second, !rod_first && p.rod.inside));
}

}  // namespace

void first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  touch(c, at, true, derivatives, out);
}
void second(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  touch(c, at, false, derivatives, out);
}
MotionRows rate_of_first(const ContactModel& c, const ContactPair& at) {
  return rate(c, at, true);
}
MotionRows rate_of_second(const ContactModel& c, const ContactPair& at) {
  return rate(c, at, false);
}
EqualRadii radii_of_first(const ContactModel& c, const ContactPair& at) {
  return radii(c, at, true);
}
EqualRadii radii_of_second(const ContactModel& c, const ContactPair& at) {
  return radii(c, at, false);
}

}  // namespace mbs::rod
