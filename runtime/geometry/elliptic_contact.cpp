#include "runtime/geometry/elliptic_contact.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace mbs {

namespace {

using std::numbers::pi;

// The ellipse's ratio q = a/b >= 1 obeys k1/k2 = (q^2 E - K)/(K - E) = q^2 B/D, which grows with q;
// here by log q.
double axes_ratio(double ratio) {
  double low = 0, high = std::log(ratio);  // B/D <= 1 only where the parameter is 0
  for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
    const double middle = 0.5 * (low + high);
    const EllipticIntegrals e = elliptic_integrals(std::exp(-2 * middle));
    (std::exp(2 * middle) * e.B / e.D < ratio ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

}  // namespace

// The arithmetic-geometric mean; (K - E)/m = D is the sum of what it leaves, without cancellation.
EllipticIntegrals elliptic_integrals(double p) {
  const double m = 1 - p;
  if (m < 1e-14) return {pi / 2, pi / 4, pi / 4};
  double a = 1, g = std::sqrt(p), c = m, sum = m, power = 1;
  while (c > 1e-17 * a * a) {
    const double mean = 0.5 * (a + g), half = 0.5 * (a - g);
    g = std::sqrt(a * g);
    a = mean;
    c = half * half;
    power *= 2;
    sum += power * c;
  }
  const double K = pi / (2 * a), D = K * sum / (2 * m);
  return {K, K - D, D};
}

double radius_of_equal_force(double k1, double k2) {
  const double mean = 1 / std::sqrt(k1 * k2), ratio = k1 / k2;
  if (!(ratio > 1) || !std::isfinite(ratio)) return mean;
  const double q = axes_ratio(ratio);
  const EllipticIntegrals e = elliptic_integrals(1 / (q * q));
  const double F1 = std::cbrt(4 / pi * std::sqrt(e.B * e.D / q));
  const double F2 = 2 / pi / std::sqrt(q) * e.K / F1;
  return mean / (F2 * F2 * F2);
}

EqualRadii equal_radii(const Eigen::Matrix2d& first, const Eigen::Matrix2d& second) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> relative(first + second,
                                                                Eigen::EigenvaluesOnly);
  const Eigen::Vector2d k = relative.eigenvalues();  // the smaller one first
  const double R = radius_of_equal_force(k[1], k[0]);
  const double one = first.trace(), other = second.trace();
  const auto share = [&](double own) {
    return own != 0 ? R * (one + other) / own : std::numeric_limits<double>::infinity();
  };
  return {share(one), share(other)};
}

}  // namespace mbs
