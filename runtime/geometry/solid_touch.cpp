#include "runtime/geometry/solid_touch.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "runtime/geometry/climb.hpp"

namespace mbs {

namespace {

constexpr double last_step = 1e-9;     // rad: the error left is its square
constexpr double least_width = 1e-12;  // m
constexpr int most_steps = 200;
// A maximum that lies as deep as this part of a shape may be one of several.
constexpr double deep = 0.02;

using Across = Eigen::Matrix<double, 3, 2>;

// The inverse of a symmetric matrix whose eigenvalues are at least `floor`.
Eigen::Matrix2d inverse_above(const Eigen::Matrix2d& m, double floor) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> parts(m);
  const Eigen::Vector2d widths = parts.eigenvalues().cwiseMax(floor).cwiseInverse();
  return parts.eigenvectors() * widths.asDiagonal() * parts.eigenvectors().transpose();
}

Matrix3 compliance(const Matrix3& bends, double gap, const Vector3& u, double floor) {
  const Across T = across(u);
  const Eigen::Matrix2d m = T.transpose() * bends * T + gap * Eigen::Matrix2d::Identity();
  return T * inverse_above(m, floor) * T.transpose();
}

// The climb to the largest s from one direction.
class Climb {
 public:
  Climb(const Solid& first, const Solid& second, const SolidPlacing& at)
      : first_(first), second_(second), at_(at) {}

  SolidTouch from(const Vector3& start) const {
    SolidTouch now = along(start);
    for (int i = 0; i < most_steps; ++i) {
      const Vector3 step = step_at(now);
      const double length = step.norm();
      if (!(length > 0) || !climbs(now, step) || length < last_step) break;
    }
    return now;
  }

 private:
  SolidTouch along(const Vector3& u) const {
    SolidTouch t{u, 0, support(first_, at_.first, u), support(second_, at_.second, -u)};
    t.gap = u.dot(apart(t));
    return t;
  }
  Vector3 apart(const SolidTouch& t) const { return at_.between - t.first.x + t.second.x; }

  // Far from the maximum s may bend the other way: then uphill by what is a step for the shapes.
  Vector3 step_at(const SolidTouch& t) const {
    const Matrix3 bends = t.first.bend + t.second.bend;
    const double floor = std::max(least_width, 1e-3 * std::abs(std::min(t.gap, 0.0)));
    return bounded(compliance(bends, t.gap, t.u, floor) * apart(t));
  }

  bool climbs(SolidTouch& now, const Vector3& step) const {
    return advance(now, step, slack_of(first_, second_),
                   [&](const Vector3& u) { return along(u); });
  }

  const Solid &first_, &second_;
  const SolidPlacing& at_;
};

}  // namespace

Across across(const Vector3& u) {
  Across T;
  T.col(0) = u.unitOrthogonal();
  T.col(1) = u.cross(T.col(0));
  return T;
}

Matrix3 normal_compliance(const Matrix3& bends, double gap, const Vector3& u) {
  return compliance(bends, gap, u, least_width);
}

Eigen::Matrix2d curvatures(const Matrix3& bend, const Vector3& u) {
  const Across T = across(u);
  return inverse_above(T.transpose() * bend * T, least_width);
}

SolidTouch find_touch(const Solid& first, const Solid& second, const SolidPlacing& at) {
  const double distance = at.between.norm();
  const Climb climb(first, second, at);
  SolidTouch best = climb.from(distance > 0 ? Vector3(at.between / distance) : Vector3::UnitX());
  if (best.gap >= -deep * std::min(first.least, second.least)) return best;
  for (const Matrix3* axes : {&at.first, &at.second})
    for (int k = 0; k < 3; ++k)
      for (const double side : {1.0, -1.0}) {
        const SolidTouch other = climb.from(side * axes->col(k));
        if (other.gap > best.gap) best = other;
      }
  return best;
}

}  // namespace mbs
