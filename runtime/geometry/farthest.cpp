#include "runtime/geometry/farthest.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "runtime/geometry/solid_touch.hpp"

namespace mbs {

namespace {

constexpr double longest_step = 0.7;  // rad
constexpr double last_step = 1e-10;   // rad: the error left is its square
constexpr double rounding = 1e-15;    // of lengths
constexpr int most_steps = 100, most_halvings = 40;
constexpr int around = 16;  // directions in which the search begins

class Search {
 public:
  Search(const Solid& body, const HollowPlacing& at) : body_(body), at_(at) {}

  Farthest along(const Vector3& u) const {
    const SolidSupport place = support(body_, at_.body, u);
    return {u, u.dot(at_.between + place.x), place};
  }

  // To the largest s near a direction.
  Farthest from(const Vector3& start) const {
    Farthest now = along(start);
    for (int i = 0; i < most_steps; ++i) {
      const Vector3 step = step_at(now);
      const double length = step.norm();
      if (!(length > 0) || !advance(now, step) || length < last_step) break;
    }
    return now;
  }

  // Square to the axis of a bore; empty of one along it.
  Vector3 allowed(const Vector3& u) const {
    const Vector3 across = at_.bore ? Vector3(u - at_.axis * at_.axis.dot(u)) : u;
    const double length = across.norm();
    return length > 1e-9 ? Vector3(across / length) : Vector3(Vector3::Zero());
  }

 private:
  // (s - B) du = w across u; where that is not positive s bends upwards: on by the way to w.
  Vector3 step_at(const Farthest& f) const {
    const Vector3 w = at_.between + f.place.x;
    const double size = std::max(std::abs(f.reach), 1e-12);
    Vector3 step;
    if (at_.bore) {
      const Vector3 t = at_.axis.cross(f.u);
      const double bend = f.reach - t.dot(f.place.bend * t);
      step = t.dot(w) / (bend > 0 ? bend : size) * t;
    } else {
      const Eigen::Matrix<double, 3, 2> T = across(f.u);
      const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> parts(
          f.reach * Eigen::Matrix2d::Identity() - T.transpose() * f.place.bend * T);
      Eigen::Vector2d widths = parts.eigenvalues();
      for (double& width : widths) width = 1 / (width > 0 ? width : size);
      step = T * parts.eigenvectors() * widths.asDiagonal() * parts.eigenvectors().transpose() *
             (T.transpose() * w);
    }
    const double length = step.norm();
    return length > longest_step ? Vector3(longest_step / length * step) : step;
  }

  // Along a great circle, as far as s grows.
  bool advance(Farthest& now, const Vector3& step) const {
    const double length = step.norm();
    const double slack = rounding * (body_.bound + at_.between.norm());
    const Vector3 way = step / length;
    double angle = length;
    for (int i = 0; i < most_halvings; ++i, angle /= 2) {
      const Farthest next = along((std::cos(angle) * now.u + std::sin(angle) * way).normalized());
      if (next.reach < now.reach - slack) continue;
      now = next;
      return true;
    }
    return false;
  }

  const Solid& body_;
  const HollowPlacing& at_;
};

// Calls back with directions towards each corner of a polyhedron; else all around.
template <class Visit>
void for_each_start(const Solid& body, const HollowPlacing& at, Visit visit) {
  visit(at.between);
  if (const auto* hull = body.form ? std::get_if<HullForm>(body.form.get()) : nullptr) {
    for (const Vector3& corner : hull->corners) visit(at.between + at.body * corner);
    return;
  }
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      for (int k = -1; k <= 1; ++k)
        if (i != 0 || j != 0 || k != 0) visit(at.body * Vector3(i, j, k).normalized());
  if (!at.bore) return;
  const Vector3 x = at.axis.unitOrthogonal(), y = at.axis.cross(x);
  for (int i = 0; i < around; ++i) {
    const double angle = 2 * std::numbers::pi * i / around;
    visit(std::cos(angle) * x + std::sin(angle) * y);
  }
}

}  // namespace

// From the best of all starts, for s has several maxima: an ellipsoid has two ends.
Farthest find_farthest(const Solid& body, const HollowPlacing& at) {
  const Search search(body, at);
  std::array<Farthest, 4> best;
  int found = 0;
  for_each_start(body, at, [&](const Vector3& start) {
    const Vector3 u = search.allowed(start);
    if (u.isZero(0)) return;
    Farthest one = search.along(u);
    for (int i = 0; i < found; ++i)
      if (one.reach > best[i].reach) std::swap(one, best[i]);
    if (found < static_cast<int>(best.size())) best[found++] = one;
  });
  Farthest farthest = search.from(best[0].u);
  for (int i = 1; i < found; ++i) {
    const Farthest one = search.from(best[i].u);
    if (one.reach > farthest.reach) farthest = one;
  }
  return farthest;
}

}  // namespace mbs
