#include "lang/expression/lambertw.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace mbs {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
// 1/e is not a double: its nearest double plus this rest.
constexpr double inverse_e = 0.36787944117144233;
constexpr double inverse_e_rest = -1.2428753672788363e-17;

// p = ±sqrt(2(e x + 1)); the sign is that of the branch.
double branch_point_series(double p) {
  return -1 +
         p * (1 + p * (-1.0 / 3 + p * (11.0 / 72 + p * (-43.0 / 540 + p * (769.0 / 17280 +
                                                                           p * (-221.0 / 8505))))));
}

double first_guess(int branch, double x, double p) {
  if (p < 0.7) return branch_point_series(branch == 0 ? p : -p);
  if (branch == 0 && x < 3) return std::log1p(x) * (1 - 0.2 * std::log1p(x) / (1 + x));
  const double l1 = branch == 0 ? std::log(x) : std::log(-x);
  const double l2 = branch == 0 ? std::log(l1) : std::log(-l1);
  return l1 - l2 + l2 / l1;
}

double halley(double w, double x) {
  for (int i = 0; i < 40; ++i) {
    // Scaled by exp(-w), which keeps the step finite for very large and very small x.
    const double f = w - x * std::exp(-w);
    const double step = f / (w + 1 - (w + 2) * f / (2 * w + 2));
    if (!std::isfinite(step)) break;
    w -= step;
    if (std::abs(step) <= 1e-8 * std::abs(w)) break;  // the next error is its cube
  }
  return w;
}

}  // namespace

double lambertw(int branch, double x) {
  if (branch != 0 && branch != -1) return not_a_number;
  const double above = (x + inverse_e) + inverse_e_rest;
  // Rounding may put -exp(-1) just outside.
  if (std::isnan(x) || above < -1e-16) return not_a_number;
  if (branch == -1 && x >= 0) return not_a_number;
  if (x == 0 || std::isinf(x)) return x;
  const double p = std::sqrt(2 * std::numbers::e * (above > 0 ? above : 0));
  if (p < 1e-3) return branch_point_series(branch == 0 ? p : -p);
  return halley(first_guess(branch, x, p), x);
}

}  // namespace mbs
