// Bricard's linkage of examples/bricard.mbs as a specialist writes it. Its six angles are two: A, C
// and E turn by q, B, D and F by p, and (1 + sin q)(1 + sin p) = 1 closes the loop. The linkage
// swings between q = 0 and pi, where cos p > 0, so that q tells all: y = (q, its rate).
#pragma once

#include "bench/problems_in_space.hpp"

namespace bench {

template <class T>
struct Bricard : Smooth<T> {
  static constexpr int size = 2;
  T m = 1, g = T(9.81L), width = T(0.1L);
  T along = m * width * width / 6, across = m * (1 + width * width) / 12;  // moments of a rod

  struct Angle {  // cosine, sine, derivatives by q
    T c, s, first, second;
  };
  // What has been reached along the chain, with derivatives by q; sums over the rods so far.
  struct Chain {
    Axes<T> R{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vec<T> turn, turn1, v, v1;  // of the body and of its end
    T M = 0, N = 0, V = 0;      // of kinetic energy M q'^2/2; of weight
  };
  std::array<T, size> start() const { return {0, 0}; }
  static Angle other(const Angle& q) {
    using std::sqrt;
    const T k = 1 / (1 + q.s), s = k - 1, c = sqrt(1 - s * s), s1 = -q.c * k * k;
    const T first = s1 / c, s2 = q.s * k * k + 2 * q.c * q.c * k * k * k;
    return {c, s, first, (s2 + s * first * first) / c};
  }
  // Turns about an axis of its own, `from` and `to` being the two others in their order.
  static void hinge(Chain& at, const Vec<T>& axis, Vec<T>& from, Vec<T>& to, const Angle& q) {
    at.turn1 = at.turn1 + q.second * axis + q.first * cross(at.turn, axis);
    at.turn = at.turn + q.first * axis;
    const Vec<T> old = from;
    from = q.c * old + q.s * to;
    to = q.c * to - q.s * old;
  }
  // A rod of 1 m along e from where the chain has got to.
  void rod(Chain& at, const Vec<T>& e) const {
    const Vec<T> d = cross(at.turn, e), d1 = cross(at.turn1, e) + cross(at.turn, d);
    const Vec<T> v = at.v + T(0.5L) * d, v1 = at.v1 + T(0.5L) * d1;
    const T flat = (along - across) * dot(e, at.turn);
    at.M += m * dot(v, v) + across * dot(at.turn, at.turn) + flat * dot(e, at.turn);
    at.N += m * dot(v, v1) + across * dot(at.turn, at.turn1) + flat * dot(e, at.turn1);
    at.V += m * g * v.y;
    at.v = at.v + d, at.v1 = at.v1 + d1;
  }
  void rates(T, const T* y, T* dy) const {
    using std::cos, std::sin;
    const Angle q{cos(y[0]), sin(y[0]), 1, 0}, p = other(q);
    Chain at;
    Axes<T>& R = at.R;
    hinge(at, R.y, R.z, R.x, q), rod(at, R.x);
    hinge(at, R.z, R.x, R.y, p), rod(at, T(-1) * R.y);
    hinge(at, R.x, R.y, R.z, q), rod(at, R.z);
    hinge(at, R.y, R.z, R.x, p), rod(at, T(-1) * R.x);
    hinge(at, R.z, R.x, R.y, q), rod(at, R.y);
    dy[0] = y[1];
    dy[1] = (-at.V - at.N * y[1] * y[1]) / at.M;
  }
};

}  // namespace bench
