#include "runtime/contact/rods_in_space.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/crossing_in_space.hpp"
#include "runtime/contact/normal_rate.hpp"
#include "runtime/geometry/solid_touch.hpp"

namespace mbs::rods {

namespace {

using Row = Eigen::Matrix<double, 1, 12>;
using round::point_rows;
using round::turned;

constexpr int of_first = 0, of_second = 6;
// Axes that are closer to parallel than this, rad, have no common normal of their own; nearer
// than this, m, axes that cross have none between them.
constexpr double least_angle = 1e-9, least_distance = 1e-12;

// Along both axes from the centres, m; inside: not at an end.
struct Nearest {
  double s = 0, t = 0;
  bool s_inside = false, t_inside = false;
};

double within(double x, double half, bool& inside) {
  inside = std::abs(x) < half;
  return std::clamp(x, -half, half);
}

// `d` from the first centre to the second; a, b unit vectors. The nearest places of two lines, then
// of a line and an end.
Nearest nearest(const Vector3& d, const Vector3& a, double half_a, const Vector3& b,
                double half_b) {
  const double cosine = a.dot(b), along_a = a.dot(d), along_b = b.dot(d);
  const double square = a.cross(b).squaredNorm();
  Nearest n;
  const bool parallel = square < least_angle * least_angle;
  n.s = parallel ? 0 : (along_a - cosine * along_b) / square;
  n.s = within(n.s, half_a, n.s_inside);
  n.t = within(cosine * n.s - along_b, half_b, n.t_inside);
  if (n.t_inside && !parallel) return n;
  n.s = within(along_a + cosine * n.t, half_a, n.s_inside);
  return n;
}

struct Touching {
  const Solid &one, &other;
  const SpatialPose &a, &b;
  Vector3 axis_a, axis_b;
  Nearest at;
  Vector3 arm_a, arm_b;  // from the centres of mass to the places on the axes
  Vector3 n;
  double distance;

  Touching(const ContactModel& c, const ContactPair& pair)
      : one(solids_of(c).one),
        other(solids_of(c).other),
        a(*pair.space_a),
        b(*pair.space_b),
        axis_a(a.R * one.axes.col(2)),
        axis_b(b.R * other.axes.col(2)) {
    const Vector3 d = (b.r + *pair.lever_b) - (a.r + *pair.lever_a);
    at = nearest(d, axis_a, one.half[2], axis_b, other.half[2]);
    arm_a = *pair.lever_a + at.s * axis_a;
    arm_b = *pair.lever_b + at.t * axis_b;
    const Vector3 way = d + at.t * axis_b - at.s * axis_a;
    distance = way.norm();
    const Vector3 across = axis_a.cross(axis_b);
    n = distance > 0        ? Vector3(way / distance)
        : across.norm() > 0 ? Vector3(across.normalized())
                            : axis_a.unitOrthogonal();
  }
  double gap() const { return distance - one.rounding - other.rounding; }
  bool crossing() const { return at.s_inside && at.t_inside; }
  MotionRows past() const {
    return point_rows(b, arm_b, of_second) - point_rows(a, arm_a, of_first);
  }
  double apart() const { return std::max(distance, least_distance); }
};

using Change = CrossingChange;

Change of_crossing(const Touching& p, const MotionRows& past) {
  return crossing_change(p.a, p.b, {p.axis_a, p.axis_b, p.n, p.distance}, past);
}

// n stays square to the axis of the one that is touched between its ends; `sign` 1 of the first.
Change of_one(const Touching& p, const MotionRows& past, bool first) {
  const Vector3& axis = first ? p.axis_a : p.axis_b;
  const Vector3 beside = p.n.cross(axis);
  const Row along =
      -p.n.transpose() * turned(first ? p.a : p.b, axis, first ? of_first : of_second);
  Change c;
  c.n = axis * along + beside * (beside.transpose() * past) / p.apart();
  const Row slid = axis.transpose() * past - p.distance * along;
  (first ? c.s : c.t) = first ? slid : Row(-slid);
  return c;
}

Change change_of(const Touching& p) {
  const MotionRows past = p.past();
  if (p.crossing()) return of_crossing(p, past);
  if (p.at.s_inside || p.at.t_inside) return of_one(p, past, p.at.s_inside);
  Change c;
  c.n = (Matrix3::Identity() - p.n * p.n.transpose()) * past / p.apart();
  return c;
}

// Straight along the axis between the ends.
Eigen::Matrix2d curvature(const Solid& rod, const Vector3& axis, bool inside,
                          const Eigen::Matrix<double, 3, 2>& T) {
  const Eigen::Matrix2d ball = Eigen::Matrix2d::Identity() / rod.rounding;
  const Eigen::Vector2d along = T.transpose() * axis;
  return inside ? Eigen::Matrix2d(ball - along * along.transpose() / rod.rounding) : ball;
}

}  // namespace

void touch(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out) {
  const Touching p(c, at);
  const double depth = p.one.rounding + c.lever * p.gap();
  out.gap = p.gap();
  out.n = p.n;
  out.X = p.a.r + p.arm_a + depth * p.n;
  if (!derivatives) return;
  const Change change = change_of(p);
  const Row gap = p.n.transpose() * p.past();
  out.dn = change.n;
  out.dX = point_rows(p.a, p.arm_a, of_first) + p.axis_a * change.s + depth * change.n +
           c.lever * p.n * gap;
}

MotionRows rate_by_place(const ContactModel& c, const ContactPair& at) {
  const double size = solids_of(c).one.bound + solids_of(c).other.bound;
  return rate_by_differences(
      at, size, [&](const ContactPair& moved) { return change_of(Touching(c, moved)).n; });
}

EqualRadii radii(const ContactModel& c, const ContactPair& at) {
  const Touching p(c, at);
  const Eigen::Matrix<double, 3, 2> T = across(p.n);
  return equal_radii(curvature(p.one, p.axis_a, p.at.s_inside, T),
                     curvature(p.other, p.axis_b, p.at.t_inside, T));
}

}  // namespace mbs::rods
