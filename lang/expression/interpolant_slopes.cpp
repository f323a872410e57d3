#include "lang/expression/interpolant_slopes.hpp"

#include <cmath>
#include <cstddef>

namespace mbs {
namespace {

struct Steps {
  std::vector<double> h, rise;  // lengths of the pieces and their mean slopes
};

Steps steps_of(const std::vector<double>& x, const std::vector<double>& y) {
  Steps s;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    s.h.push_back(x[i + 1] - x[i]);
    s.rise.push_back((y[i + 1] - y[i]) / s.h.back());
  }
  return s;
}

// The slope at the end of a parabola; `h0` and `rise0` are of the piece at the end.
double pchip_end(double h0, double h1, double rise0, double rise1) {
  const double slope = ((2 * h0 + h1) * rise0 - h0 * rise1) / (h0 + h1);
  if (slope * rise0 <= 0) return 0;
  if (rise0 * rise1 < 0 && std::abs(slope) > 3 * std::abs(rise0)) return 3 * rise0;
  return slope;
}

}  // namespace

std::vector<double> pchip_slopes(const std::vector<double>& x, const std::vector<double>& y) {
  const auto [h, rise] = steps_of(x, y);
  const std::size_t n = x.size();
  if (n == 2) return {rise[0], rise[0]};
  std::vector<double> slopes(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    if (!(rise[i - 1] * rise[i] > 0)) continue;
    const double before = 2 * h[i] + h[i - 1], behind = h[i] + 2 * h[i - 1];
    slopes[i] = (before + behind) / (before / rise[i - 1] + behind / rise[i]);
  }
  slopes.front() = pchip_end(h[0], h[1], rise[0], rise[1]);
  slopes.back() = pchip_end(h[n - 2], h[n - 3], rise[n - 2], rise[n - 3]);
  return slopes;
}

// A tridiagonal system for the slopes: equal second derivatives at the inner rows, equal third ones
// at the second row from either end.
std::vector<double> spline_slopes(const std::vector<double>& x, const std::vector<double>& y) {
  const auto [h, rise] = steps_of(x, y);
  const std::size_t n = x.size();
  if (n == 2) return {rise[0], rise[0]};
  if (n == 3) {
    const double bend = (rise[1] - rise[0]) / (h[0] + h[1]);
    return {rise[0] - bend * h[0], rise[0] + bend * h[0], rise[1] + bend * h[1]};
  }
  std::vector<double> below(n, 0), middle(n), above(n, 0), right(n);
  middle[0] = h[1];
  above[0] = h[0] + h[1];
  right[0] = ((h[0] + 2 * above[0]) * h[1] * rise[0] + h[0] * h[0] * rise[1]) / above[0];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    below[i] = h[i];
    middle[i] = 2 * (h[i - 1] + h[i]);
    above[i] = h[i - 1];
    right[i] = 3 * (h[i] * rise[i - 1] + h[i - 1] * rise[i]);
  }
  const double a = h[n - 2], b = h[n - 3];
  middle[n - 1] = b;
  below[n - 1] = a + b;
  right[n - 1] = ((a + 2 * (a + b)) * b * rise[n - 2] + a * a * rise[n - 3]) / (a + b);
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = below[i] / middle[i - 1];
    middle[i] -= factor * above[i - 1];
    right[i] -= factor * right[i - 1];
  }
  std::vector<double> slopes(n);
  slopes[n - 1] = right[n - 1] / middle[n - 1];
  for (std::size_t i = n - 1; i-- > 0;)
    slopes[i] = (right[i] - above[i] * slopes[i + 1]) / middle[i];
  return slopes;
}

}  // namespace mbs
