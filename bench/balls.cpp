#include "bench/balls.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace bench {
namespace {

double force_of(double K, double A, double delta, double ddelta) {
  if (delta <= 0) return 0;
  const double root = std::sqrt(delta);
  return std::max(0.0, K * root * (delta + 1.5 * A * ddelta));
}

// A number in [-1, 1) from a small linear congruence: the same on every machine.
double next_random(unsigned& seed) {
  seed = seed * 1664525u + 1013904223u;
  return static_cast<double>(seed >> 8) / (1 << 23) - 1;
}

}  // namespace

Balls::Balls(int n) : count(n), start(4 * n) {
  const int side = static_cast<int>(std::ceil(std::sqrt(n)));
  const double pitch = 2.5 * radius;
  width = side * pitch, height = 2 * width;
  unsigned seed = 7;
  for (int i = 0; i < n; ++i) {
    start[i] = (i % side + 0.5) * pitch + 0.2 * radius * next_random(seed);
    start[n + i] = (i / side + 0.5) * pitch + 0.2 * radius * next_random(seed);
    start[2 * n + i] = 0.5 * next_random(seed);
    start[3 * n + i] = 0.5 * next_random(seed);
  }
  columns_ = std::max(1, static_cast<int>(width / (2 * radius)));
  rows_ = std::max(1, static_cast<int>(height / (2 * radius)));
  first_.resize(columns_ * rows_), next_.resize(n);
}

void Balls::walls(const double* y, double* force) const {
  const int n = count;
  for (int i = 0; i < n; ++i) {
    const double x = y[i], z = y[n + i], vx = y[2 * n + i], vz = y[3 * n + i];
    force[i] += force_of(K, A, radius - x, -vx) - force_of(K, A, x + radius - width, vx);
    force[n + i] += force_of(K, A, radius - z, -vz);
  }
}

void Balls::pairs(const double* y, double* force) {
  const int n = count;
  const auto cell = [&](double v, int cells) { return std::clamp(static_cast<int>(v / (2 * radius)), 0, cells - 1); };
  std::fill(first_.begin(), first_.end(), -1);
  for (int i = 0; i < n; ++i) {
    const int c = cell(y[i], columns_), r = cell(y[n + i], rows_);
    for (int rr = std::max(0, r - 1); rr <= std::min(rows_ - 1, r + 1); ++rr)
      for (int cc = std::max(0, c - 1); cc <= std::min(columns_ - 1, c + 1); ++cc)
        for (int j = first_[rr * columns_ + cc]; j >= 0; j = next_[j]) {
          const double dx = y[i] - y[j], dz = y[n + i] - y[n + j], d2 = dx * dx + dz * dz;
          if (d2 >= 4 * radius * radius) continue;
          const double d = std::sqrt(d2);
          const double rate = (dx * (y[2 * n + i] - y[2 * n + j]) + dz * (y[3 * n + i] - y[3 * n + j])) / d;
          const double F = force_of(K, A, 2 * radius - d, -rate) / d;
          force[i] += F * dx, force[n + i] += F * dz, force[j] -= F * dx, force[n + j] -= F * dz;
        }
    next_[i] = first_[r * columns_ + c], first_[r * columns_ + c] = i;
  }
}

void Balls::rates(const double* y, double* dy) {
  const int n = count;
  std::copy(y + 2 * n, y + 4 * n, dy);
  double* force = dy + 2 * n;
  std::fill(force, force + 2 * n, 0.0);
  walls(y, force);
  pairs(y, force);
  for (int i = 0; i < n; ++i) force[i] /= mass, force[n + i] = force[n + i] / mass - 9.81;
}

double Balls::energy(const double* y) const {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double vx = y[2 * count + i], vz = y[3 * count + i];
    sum += mass * (0.5 * (vx * vx + vz * vz) + 9.81 * y[count + i]);
  }
  return sum;
}

std::string Balls::script(double end) const {
  std::ostringstream s;
  s.precision(17);
  s << "mbs 1\nworld planar { gravity = (0, -9.81) m/s^2 }\n";
  s << "default contact { law = kuwabara_kono(K = " << K << " N/m^1.5, A = " << A << " s) }\n";
  s << "point floor = (0, 0) { shape = plane }\n";
  s << "point left = (0, 0) { angle = -90 deg, shape = plane }\n";
  s << "point right = (" << width << ", 0) m { angle = 90 deg, shape = plane }\n";
  for (int i = 0; i < count; ++i)
    s << "body b" << i << " { shape = sphere(" << radius << " m), mass = " << mass << " kg, at = ("
      << start[i] << ", " << start[count + i] << ") m, velocity = (" << start[2 * count + i] << ", "
      << start[3 * count + i] << ") m/s }\n";
  for (int i = 0; i < count; ++i) {
    s << "contact f" << i << ": b" << i << " to floor\ncontact l" << i << ": b" << i
      << " to left\ncontact r" << i << ": b" << i << " to right\n";
    for (int j = 0; j < i; ++j) s << "contact c" << i << "_" << j << ": b" << i << " to b" << j << "\n";
  }
  s << "simulate " << end << " s\n";
  return s.str();
}

}  // namespace bench
