// The polynomial of degree five through values, slopes and curvatures at both ends of a step.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

class Quintic {
 public:
  struct End {
    double value = 0, slope = 0, curvature = 0;
  };
  struct At {
    double value = 0, slope = 0, curvature = 0;
  };
  // At x seconds within a step of length h. `brief`: it is so short that values at both ends, each
  // with an error of its own, may be farther apart than the motion between them.
  Quintic(double h, double x, bool brief = false) : h_(h), u_(x / h), brief_(brief) {}
  At operator()(const End& a, const End& b) const {
    // In u: Taylor's terms at the beginning, then what the end lacks.
    const double c1 = h_ * a.slope, c2 = h_ * h_ * a.curvature / 2;
    const double bend = a.curvature + b.curvature;
    const double slope = h_ * beyond(a.slope, b.slope, h_ * bend / 2) - 2 * c2;
    const double curvature = h_ * h_ * b.curvature - 2 * c2;
    const double mean = h_ * (a.slope + b.slope) / 2 + h_ * h_ * (a.curvature - b.curvature) / 12;
    const double sharpest = std::max(std::abs(a.curvature), std::abs(b.curvature));
    const double bent = h_ * std::max(h_ * sharpest, std::abs(b.slope - a.slope)) / 2;
    const double value = beyond(a.value, b.value, mean, brief_ ? bent : no_bound) - c1 - c2;
    const double c3 = 10 * value - 4 * slope + curvature / 2;
    const double c4 = -15 * value + 7 * slope - curvature;
    const double c5 = 6 * value - 3 * slope + curvature / 2;
    return {a.value + u_ * (c1 + u_ * (c2 + u_ * (c3 + u_ * (c4 + u_ * c5)))),
            (c1 + u_ * (2 * c2 + u_ * (3 * c3 + u_ * (4 * c4 + u_ * 5 * c5)))) / h_,
            (2 * c2 + u_ * (6 * c3 + u_ * (12 * c4 + u_ * 20 * c5))) / (h_ * h_)};
  }

 private:
  // b - a. Where that is what is expected, but for rounding, it is exactly that: in a step of some
  // ulps of the time what rounding leaves would be any rate. So it is, in a brief one, of values
  // that are farther off than the step bends in all.
  static double beyond(double a, double b, double expected, double bent = no_bound) {
    constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
    const double change = b - a, off = std::abs(change - expected);
    const bool rounded = off <= rounding * (std::abs(a) + std::abs(b));
    return rounded || off > bent ? expected : change;
  }

  static constexpr double no_bound = std::numeric_limits<double>::infinity();
  double h_, u_;
  bool brief_;
};

}  // namespace mbs
