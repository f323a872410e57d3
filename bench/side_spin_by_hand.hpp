// A ball that is thrown along a table with spin, sliding until it rolls, as a specialist writes it:
// in space as in examples/side_spin.mbs, and its like in the plane. The table gives way like a
// spring. Friction keeps the direction in which the ball began to slide, and ends where the sliding
// speed along it falls through zero; nothing pulls at a ball that rolls on.
#pragma once

#include "bench/problems_in_space.hpp"

namespace bench {

template <class T>
struct SideSpin {  // y = (place of the centre, its velocity, quaternion, spin in the ball's axes)
  static constexpr int size = 13, contacts = 1;
  std::array<Latch<T>, contacts> latches;  // closed: it rolls
  T mu = T(0.2L), g = T(9.81L), R = T(28.575e-3L), m = T(0.17L), K = T(1e9L),
    J = T(0.4L) * m * R * R;

  std::array<T, size> start() const {
    return {0, 0, R - m * g / K, 3, 0, 0, 1, 0, 0, 0, -70, 0, 0};
  }
  // Sliding speed of the ball where it touches.
  Vec<T> slip(const T* y) const {
    const T lever = (R + y[2]) / 2;
    const Vec<T> spin = axes_of(y + 6).to_world({y[10], y[11], y[12]});
    return {y[3] - lever * spin.y, y[4] + lever * spin.x, 0};
  }
  Vec<T> began() const {
    const auto y = start();
    const Vec<T> u = slip(y.data());
    return (1 / norm(u)) * u;
  }
  T gap(int, T, const T* y) const { return latches[0].closed ? T(-1) : dot(slip(y), e); }
  T closing_speed(int, T, const T*) const { return 1; }
  void rates(T, const T* y, T* dy) const {
    const T N = y[2] < R ? K * (R - y[2]) : T(0), lever = (R + y[2]) / 2;
    const Vec<T> F = (latches[0].closed ? T(0) : -mu * N) * e;
    for (int k = 0; k < 3; ++k) dy[k] = y[3 + k];
    dy[3] = F.x / m, dy[4] = F.y / m, dy[5] = N / m - g;
    quaternion_rates(y + 6, y + 10, dy + 6);
    const Vec<T> turn = axes_of(y + 6).to_body({lever * F.y / J, -lever * F.x / J, 0});
    dy[10] = turn.x, dy[11] = turn.y, dy[12] = turn.z;
  }
  Vec<T> e = began();
};

template <class T>
struct BackSpin {  // y = (x and height of the centre, their rates, spin)
  static constexpr int size = 5, contacts = 1;
  std::array<Latch<T>, contacts> latches;
  T mu = T(0.2L), g = T(9.81L), R = T(28.575e-3L), m = T(0.17L), K = T(1e9L),
    J = T(0.4L) * m * R * R;

  std::array<T, size> start() const { return {0, R - m * g / K, 3, 0, 20}; }
  T slip(const T* y) const { return y[2] + (R + y[1]) / 2 * y[4]; }
  T gap(int, T, const T* y) const { return latches[0].closed ? T(-1) : slip(y); }
  T closing_speed(int, T, const T*) const { return 1; }
  void rates(T, const T* y, T* dy) const {
    const T N = y[1] < R ? K * (R - y[1]) : T(0), F = latches[0].closed ? T(0) : -mu * N;
    dy[0] = y[2], dy[1] = y[3];
    dy[2] = F / m, dy[3] = N / m - g;
    dy[4] = (R + y[1]) / 2 * F / J;
  }
};

}  // namespace bench
