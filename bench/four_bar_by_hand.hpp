// The four-bar of examples/four_bar.mbs in minimal coordinates: the crank turns at its speed, the
// coupler is free, the rocker turns about its pivot; clearance and friction at both coupler pins.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "bench/problems.hpp"

namespace bench {

// y = (coupler's centre of mass x, y, its angle, the rocker's angle, and their rates).
template <class T>
struct FourBar {
  static constexpr int size = 8, contacts = 2;  // at crank and coupler, at coupler and rocker
  std::array<Latch<T>, contacts> latches;
  T omega = 20 * std::numbers::pi_v<T>, crank = T(0.1L), coupler = T(0.3L), rocker = T(0.25L);
  T pivot = T(0.35L), g = T(9.81L);
  T m_coupler = T(0.9L), I_coupler = T(6.8e-3L), cm_coupler = T(0.15L);
  T m_rocker = T(0.75L), I_rocker = T(4e-3L), cm_rocker = T(0.125L);
  T bearing = T(8e-3L), c = T(0.2e-3L), journal = bearing - c;
  T K = stiffness(), h = 8 * (1 - T(0.8L)) / (5 * T(0.8L)), v_min = T(1e-3L);
  T mu = T(0.03L), v0 = T(1e-4L), v1 = T(1e-3L);

  T stiffness() const {
    using std::sqrt;
    const T sigma = 2 * (1 - T(0.09L)) / T(207e9L);
    return T(4) / 3 * sqrt(1 / (1 / journal - 1 / bearing)) / sigma;
  }

  // Ideal joints: crank tip, coupler tip and pivot are a triangle, and the coupler's tip moves at
  // right angles to the rocker.
  std::array<T, size> start() const {
    using std::acos, std::atan2, std::cos, std::sin;
    const T base = pivot - crank;
    const T angle =
        acos((coupler * coupler + base * base - rocker * rocker) / (2 * coupler * base));
    const T dx = coupler * cos(angle), dy = coupler * sin(angle);  // from crank tip to coupler tip
    const T rx = dx - base, ry = dy, v = crank * omega;            // from pivot; of the crank tip
    // (0, v) + spin (-dy, dx) = turn (-ry, rx)
    const T turn = v * dy / (dy * rx - dx * ry), spin = turn * ry / dy;
    const T share = cm_coupler / coupler;
    return {crank + share * dx,    share * dy, angle, atan2(ry, rx), -spin * share * dy,
            v + spin * share * dx, spin,       turn};
  }

  struct Point {
    T x, y, vx, vy, spin;  // with the spin of its body
  };
  static Point on_arm(T x, T y, T vx, T vy, T angle, T spin, T length) {
    using std::cos, std::sin;
    const T rx = length * cos(angle), ry = length * sin(angle);
    return {x + rx, y + ry, vx - spin * ry, vy + spin * rx, spin};
  }
  // The pin's centre, which is the first body's, and the bearing's.
  std::array<Point, 2> joint(int contact, T t, const T* y) const {
    const auto on_coupler = [&](T length) {
      return on_arm(y[0], y[1], y[4], y[5], y[2], y[6], length);
    };
    if (contact == 0) return {on_arm(0, 0, 0, 0, omega * t, omega, crank), on_coupler(-cm_coupler)};
    return {on_coupler(coupler - cm_coupler), on_arm(pivot, 0, 0, 0, y[3], y[7], rocker)};
  }
  struct Kinematics {
    T nx, ny, e, rate;  // normal from pin to bearing, eccentricity and its rate
  };
  static Kinematics kinematics(const std::array<Point, 2>& at) {
    using std::sqrt;
    const T ex = at[0].x - at[1].x, ey = at[0].y - at[1].y, e = sqrt(ex * ex + ey * ey);
    const T inverse = e > 0 ? 1 / e : 0, nx = ex * inverse, ny = ey * inverse;
    return {nx, ny, e, nx * (at[0].vx - at[1].vx) + ny * (at[0].vy - at[1].vy)};
  }
  T gap(int contact, T t, const T* y) const {  // smooth at e = 0
    const T e = kinematics(joint(contact, t, y)).e;
    return (1 - e * e / (c * c)) * c / 2;
  }
  T closing_speed(int contact, T t, const T* y) const {
    return kinematics(joint(contact, t, y)).rate;
  }

  struct Push {
    T x, y, fx, fy;  // on the bearing, at a point
  };
  Push push(int contact, T t, const T* y) const {
    using std::fabs;
    const auto at = joint(contact, t, y);
    const Kinematics k = kinematics(at);
    const T delta = k.e - c, v = latches[contact].v_impact;
    const T F =
        latches[contact].closed ? hysteretic(K, h, delta, k.rate, v > v_min ? v : v_min) : 0;
    const T arm = journal - delta / 2;  // the contact point lies halfway into both
    const T vt = k.ny * (at[0].vx - at[1].vx) - k.nx * (at[0].vy - at[1].vy) +
                 at[1].spin * (arm + k.e) - at[0].spin * arm;
    const T share = (fabs(vt) - v0) / (v1 - v0), bounded = share < 0 ? 0 : share > 1 ? 1 : share;
    const T ft = (vt > 0 ? mu : -mu) * F * bounded;  // against the bearing's sliding
    return {at[0].x + arm * k.nx, at[0].y + arm * k.ny, F * k.nx + ft * k.ny, F * k.ny - ft * k.nx};
  }

  void rates(T t, const T* y, T* dy) const {
    using std::cos;
    const Push a = push(0, t, y), b = push(1, t, y);
    for (int i = 0; i < 4; ++i) dy[i] = y[4 + i];
    dy[4] = (a.fx - b.fx) / m_coupler;
    dy[5] = (a.fy - b.fy) / m_coupler - g;
    dy[6] =
        ((a.x - y[0]) * a.fy - (a.y - y[1]) * a.fx - (b.x - y[0]) * b.fy + (b.y - y[1]) * b.fx) /
        I_coupler;
    dy[7] = ((b.x - pivot) * b.fy - b.y * b.fx - m_rocker * g * cm_rocker * cos(y[3])) /
            (I_rocker + m_rocker * cm_rocker * cm_rocker);
  }
};

}  // namespace bench
