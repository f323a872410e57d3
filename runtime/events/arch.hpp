// Where a force is largest within a step whose ends are known exactly.
#pragma once

#include <algorithm>

namespace mbs {

// The parabola with the force at both ends of a step and its mean between, in parts of the step.
struct Arch {
  Arch(double at_begin, double at_end, double mean)
      : curvature(6 * (0.5 * (at_begin + at_end) - mean)), slope(at_end - at_begin - curvature) {}
  double curvature;  // N, half of it
  double slope;      // N, at the beginning
  double top() const { return -0.5 * slope / curvature; }
};

// The top of the parabola through three values about t, `apart` from each other; t if it has none.
template <class Force>
double top_of_three(Force&& force_at, double t, double apart) {
  const double before = force_at(t - apart), middle = force_at(t), after = force_at(t + apart);
  const double bend = before - 2 * middle + after;
  if (!(bend < 0)) return t;
  return std::clamp(t + 0.5 * apart * (before - after) / bend, t - apart, t + apart);
}

}  // namespace mbs
