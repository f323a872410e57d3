#include "runtime/geometry/rod_touch.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

constexpr int most_steps = 100;
constexpr double last_step = 1e-16;  // of the half length

Solid ball_of(const Solid& rod) {
  Solid ball;
  ball.kind = SolidKind::ball;
  ball.rounding = rod.rounding;
  ball.least = ball.bound = rod.rounding;
  ball.least *= 2;
  return ball;
}

class Slide {
 public:
  Slide(const Solid& first, const Solid& second, const SolidPlacing& at, bool rod_first,
        const Vector3& axis)
      : first_(rod_first ? ball_of(first) : first),
        second_(rod_first ? second : ball_of(second)),
        at_(at),
        way_(rod_first ? Vector3(-axis) : axis) {}

  RodTouch to(double along) const {
    SolidPlacing moved = at_;
    moved.between += along * way_;
    return {find_touch(first_, second_, moved), along, false};
  }
  // The slope of the gap along the axis.
  double slope(const RodTouch& r) const { return way_.dot(r.t.u); }
  double bend(const RodTouch& r) const {
    return way_.dot(normal_compliance(r.t.first.bend + r.t.second.bend, r.t.gap, r.t.u) * way_);
  }

 private:
  Solid first_, second_;
  const SolidPlacing& at_;
  Vector3 way_;  // of the second past the first
};

}  // namespace

// Newton's iteration between places where the gap falls and where it grows.
RodTouch find_rod_touch(const Solid& first, const Solid& second, const SolidPlacing& at,
                        bool rod_first, const Vector3& axis) {
  const Slide slide(first, second, at, rod_first, axis);
  const double half = (rod_first ? first : second).half[2];
  double low = -half, high = half;
  RodTouch now = slide.to(low);
  if (slide.slope(now) >= 0) return now;
  now = slide.to(high);
  if (slide.slope(now) <= 0) return now;
  now = slide.to(0);
  for (int i = 0; i < most_steps; ++i) {
    const double slope = slide.slope(now);
    (slope > 0 ? high : low) = now.along;
    const double newton = now.along - slope / slide.bend(now);
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (slope == 0 || std::abs(next - now.along) <= last_step * half) break;
    now = slide.to(next);
  }
  now.inside = true;
  return now;
}

}  // namespace mbs
