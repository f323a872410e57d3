// Private to geometry: a step of a climb over directions, to where two solids are farthest apart.
#pragma once

#include <cmath>

#include "runtime/geometry/solid.hpp"

namespace mbs {

// What rounding may take from a separation on the way up, m.
inline double slack_of(const Solid& first, const Solid& second) {
  constexpr double rounding = 1e-15;  // of lengths
  return rounding * (first.bound + second.bound);
}

// rad, no longer than where shapes are still like what they were.
inline Vector3 bounded(const Vector3& step) {
  constexpr double longest = 0.7;
  const double length = step.norm();
  return length > longest ? Vector3(longest / length * step) : step;
}

// Along a great circle, as far as it goes up, whichever part of the step that is; `along` gives the
// touch of a direction. False if no part does.
template <class Touch, class Along>
bool advance(Touch& now, const Vector3& step, double slack, const Along& along) {
  constexpr int most_halvings = 40;
  const double length = step.norm();
  const Vector3 way = step / length;
  double angle = length;
  for (int i = 0; i < most_halvings; ++i, angle /= 2) {
    const Vector3 u = (std::cos(angle) * now.u + std::sin(angle) * way).normalized();
    const Touch next = along(u);
    if (next.gap < now.gap - slack) continue;
    now = next;
    return true;
  }
  return false;
}

}  // namespace mbs
