// Where a function of time changes its side, by secants that bisection keeps honest.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

// `f` is on different sides of 0 at `from` and `to`; a value belongs to the upper side if it is >
// 0, so that touching 0 from above counts as having crossed. Returns a time at which the side is
// that of `to`, at most a few rounding errors after the first such time of the bracket that is
// followed. If both ends are on one side the change is at `from` itself: that is returned.
template <class F>
double locate_crossing(F&& f, double from, double to) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double width =
      std::max(4 * eps * std::max(std::abs(from), std::abs(to)), 1e-13 * (to - from));
  double f_from = f(from), f_to = f(to);
  const bool upper = f_to > 0;
  if ((f_from > 0) == upper) return from;
  int last = 0;  // which end moved last; an end that stays put twice counts half (Illinois)
  for (int i = 0; to - from > width && i < 200; ++i) {
    double t = i % 3 == 2 ? 0.5 * (from + to) : from - f_from * (to - from) / (f_to - f_from);
    if (!(t > from && t < to)) t = 0.5 * (from + to);
    // Stepping just beyond the estimate closes the bracket from the other side.
    t = std::clamp(t, from + 0.4 * width, to - 0.4 * width);
    const double value = f(t);
    if ((value > 0) == upper) {
      to = t, f_to = value;
      if (last == 1) f_from *= 0.5;
      last = 1;
    } else {
      from = t, f_from = value;
      if (last == -1) f_to *= 0.5;
      last = -1;
    }
  }
  return to;
}

}  // namespace mbs
