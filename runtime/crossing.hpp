// Where a function of time changes its side: Chandrupatla's method, inverse quadratic interpolation
// where that can be trusted, bisection elsewhere (Advances in Engineering Software 28 (1997) 145).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

// Fractions of the bracket to which an instant is found: one that only a maximum's height depends
// on, any other one.
inline constexpr double good_for_maxima = 1e-6, exactly = 1e-13;

// `f` is on different sides of 0 at `from` and `to`; a value belongs to the upper side if it is >
// 0, so that touching 0 from above counts as having crossed. Returns a time at which the side is
// that of `to`, at most `precision` of the bracket or a few rounding errors after the first such
// time of the bracket that is followed. If both ends are on one side the change is at `from`
// itself: that is returned.
template <class F>
double locate_crossing(F&& f, double from, double to, double precision = exactly) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double width =
      std::max(4 * eps * std::max(std::abs(from), std::abs(to)), precision * (to - from));
  double before = f(from), after = f(to);
  const bool upper = after > 0;
  if ((before > 0) == upper) return from;
  double next = 0.5;  // as a fraction of the bracket
  for (int i = 0; to - from > width && i < 200; ++i) {
    // Stepping just beyond the estimate closes the bracket from the other side.
    const double t = std::clamp(from + next * (to - from), from + 0.4 * width, to - 0.4 * width);
    const double value = f(t);
    // The end that is given up: the third point of the interpolation.
    double third = from, third_value = before;
    if ((value > 0) == upper) {
      third = to, third_value = after;
      to = t, after = value;
    } else {
      from = t, before = value;
    }
    // In units of the bracket between the newest point and the end that stayed.
    const bool newest_first = t == from;
    const double a = newest_first ? from : to, b = newest_first ? to : from;
    const double fa = newest_first ? before : after, fb = newest_first ? after : before;
    const double xi = (a - b) / (third - b), phi = (fa - fb) / (third_value - fb);
    next = 0.5;
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
      const double fc = third_value;
      const double share = fa / (fb - fa) * (fc / (fb - fc)) +
                           (third - a) / (b - a) * (fa / (fc - fa)) * (fb / (fc - fb));
      next = newest_first ? share : 1 - share;
    }
  }
  return to;
}

}  // namespace mbs
