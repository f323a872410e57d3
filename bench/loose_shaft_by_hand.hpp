// The shaft of examples/loose_shaft.mbs in its bearing, without friction, as a specialist writes
// it: y = (y and z of the centre of mass, their rates, quaternion, spin in its axes). Its place
// along the bearing follows, as the middle of the journal stays in that of the bearing.
#pragma once

#include "bench/problems_in_space.hpp"

namespace bench {

template <class T>
struct LooseShaft {
  static constexpr int size = 11, contacts = 2;
  std::array<Latch<T>, contacts> latches;
  T m = 3, g = T(9.81L), s = T(0.05L), Ix = T(1e-3L), I = T(2e-3L), askew = T(1e-3L);
  T bearing = T(10e-3L), c = T(0.05e-3L), journal = bearing - c, half = T(0.02L);
  T K = stiffness(), h = T(0.75L) * (1 - T(0.64L));

  T stiffness() const {  // each rim carries a half
    using std::sqrt;
    const T sigma = 2 * (1 - T(0.09L)) / T(207e9L);
    return T(2) / 3 * sqrt(1 / (1 / journal - 1 / bearing)) / sigma;
  }
  std::array<T, size> start() const {
    using std::cos, std::sin;
    return {0, -s * sin(askew), 0, 0, cos(askew / 2), 0, sin(askew / 2), 0, 0, 0, 0};
  }
  // A circle of the journal's end: how far it is from the bore, where it would touch, from the
  // centre of mass, and along which normal.
  struct Rim {
    T gap;
    Vec<T> n, arm;
  };
  // The largest u.E + R sqrt(1 - (u.b)^2) over directions u across the bearing, E the circle's
  // centre and b its axis: Newton's method for the angle of u, from that of E.
  Rim rim(int k, const T* y, const Vec<T>& b) const {
    using std::sqrt, std::fabs, std::cos, std::sin, std::hypot;
    const T shift = (k == 0 ? -half : half) - s;
    const Vec<T> E{0, y[0] + shift * b.y, y[1] + shift * b.z};
    const T length = hypot(E.y, E.z);
    Vec<T> u = length > 0 ? (1 / length) * E : Vec<T>{0, 0, 1};
    T q = 1;
    for (int i = 0; i < 20; ++i) {
      const Vec<T> w{0, -u.z, u.y};
      const T ub = dot(u, b), wb = dot(w, b);
      q = sqrt(1 - ub * ub);
      const T first = dot(w, E) - journal * ub * wb / q;
      const T second =
          -dot(u, E) - journal * ((wb * wb - ub * ub) / q + ub * ub * wb * wb / (q * q * q));
      if (fabs(first) <= T(1e-12L) * length || !(second < 0)) break;
      const T turn = -first / second;
      u = cos(turn) * u + sin(turn) * w;
    }
    const T ub = dot(u, b);
    q = sqrt(1 - ub * ub);
    // Without the difference of two radii, in which the place of a root would be lost.
    const T space = c - dot(u, E) + journal * ub * ub / (1 + q);
    return {space, u, shift * b + (journal / q) * (u - ub * b)};
  }
  Vec<T> velocity(const Axes<T>& R, const T* y) const {
    return {s * (y[10] * R.y.x - y[9] * R.z.x), y[2], y[3]};
  }
  T closing(const Rim& at, const Vec<T>& v, const Vec<T>& spin) const {
    return dot(at.n, v + cross(spin, at.arm));
  }
  T gap(int k, T, const T* y) const { return rim(k, y, axes_of(y + 4).x).gap; }
  T closing_speed(int k, T, const T* y) const {
    const Axes<T> R = axes_of(y + 4);
    return closing(rim(k, y, R.x), velocity(R, y), R.to_world({y[8], y[9], y[10]}));
  }
  void rates(T, const T* y, T* dy) const {
    const Axes<T> R = axes_of(y + 4);
    const T* w = y + 8;
    const Vec<T> v = velocity(R, y), spin = R.to_world({w[0], w[1], w[2]});
    Vec<T> F{0, 0, -m * g}, torque;
    for (int k = 0; k < contacts; ++k) {
      if (!latches[k].closed) continue;
      const Rim at = rim(k, y, R.x);
      const T pressed = hysteretic(K, h, -at.gap, closing(at, v, spin), latches[k].v_impact);
      const Vec<T> f = -pressed * at.n;
      F = F + f, torque = torque + cross(at.arm, f);
    }
    const Vec<T> own = R.to_body(torque);
    const T turn1 = (own.y + (I - Ix) * w[2] * w[0]) / I,
            turn2 = (own.z + (Ix - I) * w[0] * w[1]) / I;
    // The push that holds the middle of the journal, along x.
    const T a1 = R.y.x, a2 = R.z.x;
    const T bias = a1 * (turn2 + w[0] * w[1]) + a2 * (w[0] * w[2] - turn1) -
                   R.x.x * (w[1] * w[1] + w[2] * w[2]);
    const T push = s * bias / (1 / m + s * s * (a1 * a1 + a2 * a2) / I);
    dy[0] = y[2], dy[1] = y[3];
    dy[2] = F.y / m, dy[3] = F.z / m;
    quaternion_rates(y + 4, w, dy + 4);
    dy[8] = own.x / Ix;
    dy[9] = turn1 + s * push * a2 / I;
    dy[10] = turn2 - s * push * a1 / I;
  }
};

}  // namespace bench
