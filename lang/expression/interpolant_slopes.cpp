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

// Between two pieces: their weighted harmonic mean, none where the curve turns.
double pchip_inner(double h0, double h1, double rise0, double rise1) {
  if (!(rise0 * rise1 > 0)) return 0;
  const double before = 2 * h1 + h0, behind = h1 + 2 * h0;
  return (before + behind) / (before / rise0 + behind / rise1);
}

struct Tridiagonal {
  std::vector<double> below, middle, above;
};

std::vector<double> solved(Tridiagonal m, std::vector<double> right) {
  const std::size_t n = right.size();
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = m.below[i] / m.middle[i - 1];
    m.middle[i] -= factor * m.above[i - 1];
    right[i] -= factor * right[i - 1];
  }
  right[n - 1] /= m.middle[n - 1];
  for (std::size_t i = n - 1; i-- > 0;)
    right[i] = (right[i] - m.above[i] * right[i + 1]) / m.middle[i];
  return right;
}

}  // namespace

std::vector<double> pchip_slopes(const std::vector<double>& x, const std::vector<double>& y) {
  const auto [h, rise] = steps_of(x, y);
  const std::size_t n = x.size();
  if (n == 2) return {rise[0], rise[0]};
  std::vector<double> slopes(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i)
    slopes[i] = pchip_inner(h[i - 1], h[i], rise[i - 1], rise[i]);
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
  Tridiagonal m{std::vector<double>(n, 0), std::vector<double>(n), std::vector<double>(n, 0)};
  std::vector<double> right(n);
  m.middle[0] = h[1];
  m.above[0] = h[0] + h[1];
  right[0] = ((h[0] + 2 * m.above[0]) * h[1] * rise[0] + h[0] * h[0] * rise[1]) / m.above[0];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    m.below[i] = h[i];
    m.middle[i] = 2 * (h[i - 1] + h[i]);
    m.above[i] = h[i - 1];
    right[i] = 3 * (h[i] * rise[i - 1] + h[i - 1] * rise[i]);
  }
  const double a = h[n - 2], b = h[n - 3];
  m.middle[n - 1] = b;
  m.below[n - 1] = a + b;
  right[n - 1] = ((a + 2 * (a + b)) * b * rise[n - 2] + a * a * rise[n - 3]) / (a + b);
  return solved(std::move(m), std::move(right));
}

std::vector<double> pchip_slopes_again(const std::vector<double>& x, const std::vector<double>& y) {
  const auto [h, rise] = steps_of(x, y);
  const std::size_t n = h.size();
  std::vector<double> slopes(n + 1);
  for (std::size_t i = 0; i <= n; ++i) {
    const std::size_t before = (i + n - 1) % n, behind = i % n;
    slopes[i] = pchip_inner(h[before], h[behind], rise[before], rise[behind]);
  }
  return slopes;
}

// The system is tridiagonal but for its two far corners, which Sherman and Morrison's formula adds.
std::vector<double> spline_slopes_again(const std::vector<double>& x,
                                        const std::vector<double>& y) {
  const auto [h, rise] = steps_of(x, y);
  const std::size_t n = h.size();
  if (n == 1) return {0, 0};
  if (n == 2) {
    const double slope = (h[0] * rise[1] + h[1] * rise[0]) / (h[0] + h[1]);
    return {slope, slope, slope};
  }
  Tridiagonal m{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  std::vector<double> right(n), corner(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = (i + n - 1) % n;
    m.below[i] = h[i];
    m.middle[i] = 2 * (h[before] + h[i]);
    m.above[i] = h[before];
    right[i] = 3 * (h[i] * rise[before] + h[before] * rise[i]);
  }
  const double first = m.below[0], last = m.above[n - 1], gamma = -m.middle[0];
  m.middle[0] -= gamma;
  m.middle[n - 1] -= first * last / gamma;
  corner[0] = gamma;
  corner[n - 1] = last;
  const std::vector<double> u = solved(m, std::move(right)), w = solved(m, std::move(corner));
  const double part = (u[0] + first / gamma * u[n - 1]) / (1 + w[0] + first / gamma * w[n - 1]);
  std::vector<double> slopes(n + 1);
  for (std::size_t i = 0; i < n; ++i) slopes[i] = u[i] - part * w[i];
  slopes[n] = slopes[0];
  return slopes;
}

}  // namespace mbs
