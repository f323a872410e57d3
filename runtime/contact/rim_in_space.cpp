#include "runtime/contact/rim_in_space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/contact/normal_rate.hpp"

namespace mbs::round {

namespace {

// Where the reach has one maximum only by rounding, derivatives stay finite with this floor.
constexpr double least_distance = 1e-12;  // m
// A journal that lies across its bearing looks like a line; sizes are divided by no less.
constexpr double least_width = 1e-6;
// Below, which way a journal leans is rounding, and its ends are circles to 1e-24 of their radius.
constexpr double least_tilt = 1e-12;

struct Axes {
  Vector3 a, b;  // of the bore and of the journal
  Vector3 d;     // from the bore's point to the rim's centre
  double R;
};

Axes axes_of(const ContactModel& c, const ContactPair& at) {
  const Vector3 own(c.nx, c.ny, c.nz);
  return {at.space_b->R * own, at.space_a->R * *c.rim_axis,
          (at.space_a->r + *at.lever_a) - (at.space_b->r + *at.lever_b), c.radius_a};
}

// The angle from the short axis of the ellipse to the direction in which it reaches farthest, 0 to
// pi/2, of a centre x along the short axis and y along the other, both >= 0: there is one such
// place in that quadrant. `tilt`: the squared sine between both axes.
double farthest(double x, double y, double R, double tilt) {
  double low = 0, high = std::numbers::pi / 2;
  double angle = x > 0 || y > 0 ? std::atan2(y, x) : high;
  for (int i = 0; i < 80; ++i) {
    const double c = std::cos(angle), s = std::sin(angle);
    const double k = std::max(std::sqrt(1 - tilt * c * c), least_width);
    const double slope = y * c - x * s + R * tilt * s * c / k;
    const double bend = R * tilt * ((c * c - s * s) / k - tilt * s * s * c * c / (k * k * k));
    (slope > 0 ? low : high) = angle;
    const double newton = angle - slope / (bend - x * c - y * s);
    const double next = newton >= low && newton <= high ? newton : 0.5 * (low + high);
    const bool found = slope == 0 || std::abs(next - angle) <= 1e-16;
    if (found) break;
    angle = next;
  }
  return angle;
}

// The way the centre of a journal lies that does not lean. From the middle all ways are alike.
Vector3 direction_of_circle(const Axes& at) {
  const Vector3 away = at.d - at.a * at.a.dot(at.d);
  const double distance = away.norm();
  if (!(distance > 0)) return at.a.cross(at.a.unitOrthogonal());
  const Vector3 u = away / distance;
  return (u - at.a * at.a.dot(u)).normalized();
}

// Square to a, where the rim is nearest to the wall.
Vector3 direction(const Axes& at) {
  const Vector3 across = at.b - at.a * at.a.dot(at.b);
  const double tilt = across.norm();
  if (tilt <= least_tilt) return direction_of_circle(at);
  const Vector3 w = (across - at.a * at.a.dot(across)).normalized();
  const Vector3 v = at.a.cross(w);
  const double x = at.d.dot(w), y = at.d.dot(v);
  const double angle = farthest(std::abs(x), std::abs(y), at.R, std::min(tilt * tilt, 1.0));
  const Vector3 u = std::copysign(std::cos(angle), x) * w + std::copysign(std::sin(angle), y) * v;
  return (u - at.a * at.a.dot(u)).normalized();
}

// The touching point of the rim is E + R m, m = (u - s b)/k with s = u.b, k = sqrt(1 - s^2).
struct Touching {
  Vector3 m;
  double s, k;
};
Touching touching(const Axes& at, const Vector3& u) {
  const double s = u.dot(at.b), k = std::max(std::sqrt(1 - s * s), least_width);
  return {(u - s * at.b) / k, s, k};
}

// Changes of both axes and of d by the motions.
struct Turns {
  MotionRows a, b, d;
  Turns(const Axes& axes, const ContactPair& at)
      : a(turned(*at.space_b, axes.a, 6)),
        b(turned(*at.space_a, axes.b, 0)),
        d(point_rows(*at.space_a, *at.lever_a, 0) - point_rows(*at.space_b, *at.lever_b, 6)) {}
};

// The normal stays square to a, and the touching point opposite to the axis: t.(d + R m) = 0.
MotionRows normal_change(const Axes& at, const Vector3& u, const Touching& p, const Turns& by) {
  const Vector3 t = at.a.cross(u);
  const double height = at.a.dot(at.d + at.R * p.m);
  const double across = t.dot(at.b), along = at.a.dot(at.b), k3 = p.k * p.k * p.k;
  const double stiff = u.dot(at.d) + at.R * (p.k - along * along / k3);
  const Vector3 by_a = -height * t + at.R * across * along / k3 * u;
  const Vector3 by_b = -at.R * (p.s / p.k * t + across / k3 * u);
  const Eigen::Matrix<double, 1, 12> sideways =
      (t.transpose() * by.d + by_a.transpose() * by.a + by_b.transpose() * by.b) /
      std::max(stiff, least_distance);
  return t * sideways - at.a * (u.transpose() * by.a);
}

}  // namespace

void rim_in_bore(const ContactModel& c, const ContactPair& at, bool derivatives,
                 SpatialTouch& out) {
  const Axes axes = axes_of(c, at);
  const Vector3 u = direction(axes);
  const Touching p = touching(axes, u);
  out.n = u;
  out.gap = c.reach - u.dot(axes.d) + axes.R * p.s * p.s / (1 + p.k);
  out.X = at.space_a->r + *at.lever_a + axes.R * p.m + c.lever * out.gap * u;
  if (!derivatives) return;
  const Turns by(axes, at);
  out.dn = normal_change(axes, u, p, by);
  const Eigen::Matrix<double, 1, 12> ds = axes.b.transpose() * out.dn + u.transpose() * by.b;
  const Eigen::Matrix<double, 1, 12> gap =
      axes.R * p.s / p.k * ds - u.transpose() * by.d - axes.d.transpose() * out.dn;
  const MotionRows dm = (out.dn - axes.b * ds - p.s * by.b) / p.k + p.m * (p.s / (p.k * p.k) * ds);
  out.dX = point_rows(*at.space_a, *at.lever_a, 0) + axes.R * dm +
           c.lever * (u * gap + out.gap * out.dn);
}

MotionRows rim_rate_by_place(const ContactModel& c, const ContactPair& at) {
  return rate_by_differences(at, c.radius_a, [&](const ContactPair& moved) {
    SpatialTouch touch;
    rim_in_bore(c, moved, true, touch);
    return touch.dn;
  });
}

}  // namespace mbs::round
