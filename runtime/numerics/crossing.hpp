// Where a function of time changes its side: Chandrupatla's method, inverse quadratic interpolation
// where that can be trusted, bisection elsewhere (Advances in Engineering Software 28 (1997) 145).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "runtime/numerics/hermite.hpp"

namespace mbs {

// Fractions of the bracket to which an instant is found: one that only a maximum's height depends
// on, any other one.
inline constexpr double good_for_maxima = 1e-6, exactly = 1e-13;

// The polynomial through values at 0, 1, 2, ..., at x between them (Neville's scheme).
inline double polynomial_through(std::span<const double> values, double x) {
  std::array<double, 8> p{};
  const int n = static_cast<int>(std::min(values.size(), p.size()));
  std::copy_n(values.begin(), n, p.begin());
  for (int k = 1; k < n; ++k)
    for (int i = 0; i + k < n; ++i) p[i] = ((x - i) * p[i + 1] - (x - i - k) * p[i]) / k;
  return p[0];
}

// What no such polynomial exceeds between values from -1 to 1 (Lebesgue's constant), by their
// number, 8 at most as above.
inline double overshoot(int values) {
  constexpr std::array bounds{1.0, 1.0, 1.0, 1.25, 1.632, 2.208, 3.107, 4.550, 6.930};
  return bounds[static_cast<std::size_t>(std::clamp(values, 0, 8))];
}

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

struct ValueAndSlope {
  double value = 0, slope = 0;
};

// The same of a smooth function whose slope is known, too: by the tangent at the newest point,
// begun at the root of the cubic through both ends. `before` and `after`: what `f` has there.
template <class F>
double locate_crossing_by_slope(F&& f, double from, double to, ValueAndSlope before,
                                ValueAndSlope after, double precision = exactly) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const double width =
      std::max(4 * eps * std::max(std::abs(from), std::abs(to)), precision * (to - from));
  const bool upper = after.value > 0;
  if ((before.value > 0) == upper) return from;
  const double begin = from, length = to - from;
  const auto cubic = [&](double t) {
    return Hermite(length, t - begin).value(before.value, before.slope, after.value, after.slope);
  };
  double t = locate_crossing(cubic, from, to, good_for_maxima);
  double last = length;
  for (int i = 0; to - from > width && i < 200; ++i) {
    t = std::clamp(t, from + 0.4 * width, to - 0.4 * width);
    const ValueAndSlope now = f(t);
    const double size = to - from, step = -now.value / now.slope;
    ((now.value > 0) == upper ? to : from) = t;
    // Stepping just beyond the estimate closes the bracket from the other side.
    const double next = t + step + (t == to ? -0.4 * width : 0.4 * width);
    // A tangent that shortens neither the bracket nor its own steps is not to be trusted.
    const bool shortens = to - from < 0.5 * size || std::abs(step) < 0.5 * last;
    t = next > from && next < to && shortens ? next : from + 0.5 * (to - from);
    last = std::abs(step);
  }
  return to;
}

// `t` itself, or the first of some instants behind it at which the function is not 0: there < and
// <= agree.
template <class F>
double beyond_zero(F&& f, double t, double to) {
  double step = std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(to));
  for (int i = 0; i < 20 && t < to && f(t) == 0; ++i, step *= 2) t = std::min(t + step, to);
  return t;
}

// A piece of time in which a function changes its side; it has the new one at `to`.
struct Bracket {
  double from = 0, to = 0;
};

// Where in [from, to] a smooth function leaves the side of 0 that it is on at `from`, also if it is
// back at `to`. `values` are its values at equal distances, both ends among them (three at least):
// where the polynomial through them comes near the other side, the function itself is followed to
// its extreme. `above`: the side is > 0.
template <class F>
std::optional<Bracket> leaves_side(F&& f, double from, double to, std::span<const double> values,
                                   bool above) {
  const int last = static_cast<int>(values.size()) - 1;
  const double sign = above ? 1 : -1, width = (to - from) / last;
  for (int k = 1; k <= last; ++k)
    if ((values[k] > 0) != above)
      return Bracket{from + (k - 1) * width, k == last ? to : from + k * width};
  constexpr int looks = 8;      // between two values
  constexpr double near = 0.1;  // of the range of the values: what the polynomial may err by
  double lowest = sign * values[0], highest = lowest, place = 0;
  for (const double value : values) {
    lowest = std::min(lowest, sign * value);
    highest = std::max(highest, sign * value);
  }
  const double half = (highest - lowest) / 2;
  if (half == 0 || lowest > (overshoot(last + 1) - 1 + 2 * near) * half) return {};
  double least = std::min(sign * values[0], sign * values[last]);
  for (int i = 1; i < looks * last; ++i) {
    const double x = static_cast<double>(i) / looks;
    const double value = sign * polynomial_through(values, x);
    if (value < least) least = value, place = x;
  }
  if (place == 0 || !(least <= near * (highest - lowest))) return {};
  // Golden section, until it is on the other side or has the extreme.
  double a = from + std::max(place - 1, 0.0) * width;
  double b = from + std::min<double>(place + 1, last) * width;
  constexpr double ratio = 0.6180339887498949;
  double left = b - ratio * (b - a), right = a + ratio * (b - a);
  double at_left = f(left), at_right = f(right);
  for (int cut = 0; cut < 40; ++cut) {
    if ((at_left > 0) != above) return Bracket{from, left};
    if ((at_right > 0) != above) return Bracket{from, right};
    if (sign * at_left < sign * at_right) {
      b = right, right = left, at_right = at_left;
      left = b - ratio * (b - a), at_left = f(left);
    } else {
      a = left, left = right, at_left = at_right;
      right = a + ratio * (b - a), at_right = f(right);
    }
  }
  return {};
}

}  // namespace mbs
