// The mechanisms of the benchmarks as a specialist writes them: minimal coordinates, the contact
// force inline, for one mechanism each. Templates, so that the reference runs in long double.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace bench {

// What a contact remembers between its located onset and its end.
template <class T>
struct Latch {
  bool closed = false;
  T v_impact = 1;
};

// F = K d^1.5 (1 + h d'/v_impact), never tensile.
template <class T>
T hysteretic(T K, T h, T delta, T ddelta, T v_impact) {
  using std::sqrt;
  if (delta <= 0) return 0;
  const T force = K * delta * sqrt(delta) * (1 + h * ddelta / v_impact);
  return force > 0 ? force : 0;
}

// Slider-crank of Flores et al. 2006 with clearance between rod and slider, no friction.
// y = (rod angle, slider travel, their rates); the crank turns at constant speed.
template <class T>
struct SliderCrank {
  static constexpr int size = 4;
  Latch<T> latch;
  T omega = 5000 * 2 * std::numbers::pi_v<T> / 60, crank = T(0.05L), rod = T(0.12L), cm = T(0.06L);
  T m_rod = T(0.21L), I_rod = T(2.5e-4L), m_slider = T(0.14L), c = T(0.5e-3L);
  T K = stiffness(), h = T(0.75L) * (1 - T(0.81L)), end = T(0.024L);

  static T stiffness() {
    const T sigma = (1 - T(0.09L)) / T(207e9L), R = 1 / (1 / T(9.5e-3L) - 1 / T(10e-3L));
    return T(4) / 3 * std::sqrt(R) / (2 * sigma);
  }
  std::array<T, size> start() const {
    // ideal joint: the pin moves with the crank tip, the slider stands still at the dead centre
    return {0, crank + rod, -omega * crank / rod, 0};
  }
  struct Kinematics {
    T nx, ny, e, rate;
  };
  Kinematics kinematics(T t, const T* y) const {
    using std::cos, std::sin, std::sqrt;
    const T a = omega * t, ex = crank * cos(a) + rod * cos(y[0]) - y[1];
    const T ey = crank * sin(a) + rod * sin(y[0]);
    const T vx = -crank * omega * sin(a) - rod * y[2] * sin(y[0]) - y[3];
    const T vy = crank * omega * cos(a) + rod * y[2] * cos(y[0]);
    const T e = sqrt(ex * ex + ey * ey), inverse = e > 0 ? 1 / e : 0;
    return {ex * inverse, ey * inverse, e, (ex * vx + ey * vy) * inverse};
  }
  T gap(T t, const T* y) const {  // smooth at e = 0
    const T e = kinematics(t, y).e;
    return (1 - e * e / (c * c)) * c / 2;
  }
  T closing_speed(T t, const T* y) const { return kinematics(t, y).rate; }
  void rates(T t, const T* y, T* dy) const {
    using std::cos, std::sin;
    const auto k = kinematics(t, y);
    const T F = latch.closed ? hysteretic(K, h, k.e - c, k.rate, latch.v_impact) : T(0);
    const T a = omega * t, ax = -crank * omega * omega * cos(a),
            ay = -crank * omega * omega * sin(a);
    const T torque = rod * F * (sin(y[0]) * k.nx - cos(y[0]) * k.ny);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = (torque + m_rod * cm * (sin(y[0]) * ax - cos(y[0]) * ay)) / (I_rod + m_rod * cm * cm);
    dy[3] = F * k.nx / m_slider;
  }
  // Largest of the four errors, in crank lengths, radians, and the crank's speeds.
  double error(const T* y, const std::array<long double, size>& ref) const {
    const double s[size] = {1, double(crank), double(omega), double(omega * crank)};
    double worst = 0;
    for (int i = 0; i < size; ++i)
      worst = std::fmax(worst, std::fabs(double(y[i] - T(ref[i]))) / s[i]);
    return worst;
  }
};

// Ball on a shaking table in the gap coordinate: y = (gap, gap rate).
template <class T>
struct Ball {
  static constexpr int size = 2;
  Latch<T> latch;
  T g = T(9.81L), amplitude = T(0.1L), w = T(7.5L), m = 1, K = T(1.4e12L), ce = T(0.9L);
  T h = 8 * (1 - T(0.9L)) / (5 * T(0.9L)), v_min = T(1e-3L), end = 10;

  void restitution(T value) { ce = value, h = 8 * (1 - value) / (5 * value); }
  std::array<T, size> start() const { return {T(0.4L), -amplitude * w}; }
  T gap(T, const T* y) const { return y[0]; }
  T closing_speed(T, const T* y) const { return -y[1]; }
  void rates(T t, const T* y, T* dy) const {
    const T v = latch.v_impact > v_min ? latch.v_impact : v_min;
    const T F = latch.closed ? hysteretic(K, h, -y[0], -y[1], v) : T(0);
    dy[0] = y[1];
    dy[1] = F / m - g + amplitude * w * w * std::sin(w * t);
  }
};

// Two equal steel spheres, one at rest: y = (gap, gap rate), with the effective mass.
template <class T>
struct Spheres {
  static constexpr int size = 2;
  Latch<T> latch;
  T m = T(4) / 3 * std::numbers::pi_v<T> * T(1.25e-4L) * 7800 / 2;
  T K = T(4) / 3 * std::sqrt(T(0.025L)) / (2 * (1 - T(0.09L)) / T(207e9L));
  T h = 8 * (1 - T(0.8L)) / (5 * T(0.8L)), end = T(1e-3L);

  std::array<T, size> start() const { return {T(1e-4L), T(-0.5L)}; }
  T gap(T, const T* y) const { return y[0]; }
  T closing_speed(T, const T* y) const { return -y[1]; }
  void rates(T, const T* y, T* dy) const {
    const T F = latch.closed ? hysteretic(K, h, -y[0], -y[1], latch.v_impact) : T(0);
    dy[0] = y[1];
    dy[1] = F / m;
  }
};

}  // namespace bench
