// The mechanisms of the benchmarks as a specialist writes them: minimal coordinates, the contact
// force inline, for one mechanism each. Templates, so that the reference runs in long double.
#pragma once

#include <array>
#include <cmath>
#include <limits>
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

// ESDU 78035: delta = a F (ln(b/F) + 1), for F by Newton from an asymptote, which lies close.
template <class T>
T esdu(T a, T b, T delta) {
  using std::log, std::fabs;
  if (delta <= 0) return 0;
  const T L = log(b * a / delta);
  T F = delta / (a * (1 + L + log(1 + L)));
  for (int i = 0; i < 20; ++i) {
    const T step = (a * F * (log(b / F) + 1) - delta) / (a * log(b / F));
    F -= step;
    if (fabs(step) <= 8 * std::numeric_limits<T>::epsilon() * F) break;
  }
  return F;
}

// Slider-crank of Flores et al. 2006 with clearance between rod and slider, on demand with
// Ambrosio's friction and with the ESDU law instead of Lankarani and Nikravesh's.
// y = (rod angle, slider travel, their rates); the crank turns at constant speed.
template <class T>
struct SliderCrank {
  static constexpr int size = 4, contacts = 1;
  std::array<Latch<T>, contacts> latches;
  T omega = 5000 * 2 * std::numbers::pi_v<T> / 60, crank = T(0.05L), rod = T(0.12L), cm = T(0.06L);
  T m_rod = T(0.21L), I_rod = T(2.5e-4L), m_slider = T(0.14L), c = T(0.5e-3L);
  T journal = T(9.5e-3L), bearing = T(10e-3L), length = T(15e-3L);
  T sigma = 2 * (1 - T(0.09L)) / T(207e9L);
  T K = stiffness(), h = T(0.75L) * (1 - T(0.81L));
  T mu = 0, v0 = T(1e-4L), v1 = T(1e-3L);
  bool cylinder = false;

  T stiffness() const {
    using std::sqrt;
    return T(4) / 3 * sqrt(1 / (1 / journal - 1 / bearing)) / sigma;
  }
  std::array<T, size> start() const {
    // ideal joint: the pin moves with the crank tip, the slider stands still at the dead centre
    return {0, crank + rod, -omega * crank / rod, 0};
  }
  struct Kinematics {
    T nx, ny, e, rate, vx, vy;
  };
  Kinematics kinematics(T t, const T* y) const {
    using std::cos, std::sin, std::sqrt;
    const T a = omega * t, ex = crank * cos(a) + rod * cos(y[0]) - y[1];
    const T ey = crank * sin(a) + rod * sin(y[0]);
    const T vx = -crank * omega * sin(a) - rod * y[2] * sin(y[0]) - y[3];
    const T vy = crank * omega * cos(a) + rod * y[2] * cos(y[0]);
    const T e = sqrt(ex * ex + ey * ey), inverse = e > 0 ? 1 / e : 0;
    return {ex * inverse, ey * inverse, e, (ex * vx + ey * vy) * inverse, vx, vy};
  }
  T gap(int, T t, const T* y) const {  // smooth at e = 0
    const T e = kinematics(t, y).e;
    return (1 - e * e / (c * c)) * c / 2;
  }
  T closing_speed(int, T t, const T* y) const { return kinematics(t, y).rate; }
  T normal_force(T delta, T rate) const {
    if (!latches[0].closed) return 0;
    if (cylinder) return esdu(sigma / length, 4 * length * c / sigma, delta);
    return hysteretic(K, h, delta, rate, latches[0].v_impact);
  }
  // Pushes the rod along t = n turned by 90 degrees; `arm` from the pin to the contact point.
  T friction(const Kinematics& k, T F, T arm, T spin) const {
    using std::fabs;
    if (mu == 0 || F == 0) return 0;
    const T vt = k.ny * k.vx - k.nx * k.vy - spin * arm;  // of the slider relative to the rod
    const T share = (fabs(vt) - v0) / (v1 - v0), bounded = share < 0 ? 0 : share > 1 ? 1 : share;
    return vt > 0 ? mu * F * bounded : -mu * F * bounded;
  }
  void rates(T t, const T* y, T* dy) const {
    using std::cos, std::sin;
    const auto k = kinematics(t, y);
    const T F = normal_force(k.e - c, k.rate), arm = journal + (c - k.e) / 2;
    const T ft = friction(k, F, arm, y[2]), fx = -F * k.nx - ft * k.ny, fy = -F * k.ny + ft * k.nx;
    const T a = omega * t, ax = -crank * omega * omega * cos(a),
            ay = -crank * omega * omega * sin(a);
    const T torque = rod * (cos(y[0]) * fy - sin(y[0]) * fx) + arm * ft;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = (torque + m_rod * cm * (sin(y[0]) * ax - cos(y[0]) * ay)) / (I_rod + m_rod * cm * cm);
    dy[3] = -fx / m_slider;
  }
};

// Ball on a shaking table in the gap coordinate: y = (gap, gap rate).
template <class T>
struct Ball {
  static constexpr int size = 2, contacts = 1;
  std::array<Latch<T>, contacts> latches;
  T g = T(9.81L), amplitude = T(0.1L), w = T(7.5L), m = 1, K = T(1.4e12L), ce = T(0.9L);
  T h = 8 * (1 - T(0.9L)) / (5 * T(0.9L)), v_min = T(1e-3L);

  void restitution(T value) { ce = value, h = 8 * (1 - value) / (5 * value); }
  std::array<T, size> start() const { return {T(0.4L), -amplitude * w}; }
  T gap(int, T, const T* y) const { return y[0]; }
  T closing_speed(int, T, const T* y) const { return -y[1]; }
  void rates(T t, const T* y, T* dy) const {
    const T v = latches[0].v_impact > v_min ? latches[0].v_impact : v_min;
    const T F = latches[0].closed ? hysteretic(K, h, -y[0], -y[1], v) : T(0);
    dy[0] = y[1];
    dy[1] = F / m - g + amplitude * w * w * std::sin(w * t);
  }
};

// Two equal steel spheres, one at rest: y = (gap, gap rate), with the effective mass.
template <class T>
struct Spheres {
  static constexpr int size = 2, contacts = 1;
  std::array<Latch<T>, contacts> latches;
  T m = T(4) / 3 * std::numbers::pi_v<T> * T(1.25e-4L) * 7800 / 2;
  T K = T(4) / 3 * std::sqrt(T(0.025L)) / (2 * (1 - T(0.09L)) / T(207e9L));
  T h = 8 * (1 - T(0.8L)) / (5 * T(0.8L));

  std::array<T, size> start() const { return {T(1e-4L), T(-0.5L)}; }
  T gap(int, T, const T* y) const { return y[0]; }
  T closing_speed(int, T, const T* y) const { return -y[1]; }
  void rates(T, const T* y, T* dy) const {
    const T F = latches[0].closed ? hysteretic(K, h, -y[0], -y[1], latches[0].v_impact) : T(0);
    dy[0] = y[1];
    dy[1] = F / m;
  }
};

}  // namespace bench
