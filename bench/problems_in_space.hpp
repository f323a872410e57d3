// Mechanisms in space as a specialist writes them for a solver of ordinary equations: minimal
// coordinates, or a quaternion and a spin in the body's axes where it turns as it likes, for one
// mechanism each. Templates, so that the reference runs in long double.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "bench/problems.hpp"

namespace bench {

template <class T>
struct Vec {
  T x = 0, y = 0, z = 0;
  friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec operator*(T k, Vec a) { return {k * a.x, k * a.y, k * a.z}; }
  friend T dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend Vec cross(Vec a, Vec b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  friend T norm(Vec a) {
    using std::sqrt;
    return sqrt(dot(a, a));
  }
};

// Columns of a rotation: the axes of a body in the world.
template <class T>
struct Axes {
  Vec<T> x, y, z;
  Vec<T> to_world(Vec<T> v) const { return v.x * x + v.y * y + v.z * z; }
  Vec<T> to_body(Vec<T> v) const { return {dot(v, x), dot(v, y), dot(v, z)}; }
};

// Of a quaternion p = (w, x, y, z) of length 1.
template <class T>
Axes<T> axes_of(const T* p) {
  const T w = p[0], x = p[1], y = p[2], z = p[3];
  return {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
          {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
          {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}
template <class T>
void quaternion_rates(const T* p, const T* spin, T* out) {
  out[0] = (-p[1] * spin[0] - p[2] * spin[1] - p[3] * spin[2]) / 2;
  out[1] = (p[0] * spin[0] + p[2] * spin[2] - p[3] * spin[1]) / 2;
  out[2] = (p[0] * spin[1] + p[3] * spin[0] - p[1] * spin[2]) / 2;
  out[3] = (p[0] * spin[2] + p[1] * spin[1] - p[2] * spin[0]) / 2;
}

// No contacts.
template <class T>
struct Smooth {
  static constexpr int contacts = 0;
  std::array<Latch<T>, 1> latches;
  T gap(int, T, const T*) const { return 1; }
  T closing_speed(int, T, const T*) const { return 0; }
};

// The heavy top of examples/heavy_top.mbs, about its tip: y = (quaternion, spin in its axes).
template <class T>
struct HeavyTop : Smooth<T> {
  static constexpr int size = 7;
  T m = T(0.5L), l = T(0.05L), g = T(9.81L), I = T(0.75e-3L), C = T(1e-3L), A = I + m * l * l;
  T tilt = std::numbers::pi_v<T> / 6, w = 60;

  std::array<T, size> start() const {
    using std::cos, std::sin;
    return {cos(tilt / 2), sin(tilt / 2), 0, 0, 0, 0, w};
  }
  void rates(T, const T* y, T* dy) const {
    const Axes<T> R = axes_of(y);
    const T *s = y + 4, px = m * g * l * R.y.z, py = -m * g * l * R.x.z;  // l z x (0, 0, -m g)
    quaternion_rates(y, s, dy);
    dy[4] = (px + (A - C) * s[1] * s[2]) / A;
    dy[5] = (py + (C - A) * s[2] * s[0]) / A;
    dy[6] = 0;
  }
};

// The slider-crank of examples/spatial_slider_crank.mbs with its crank let go at the motor's speed:
// y = (crank angle, its rate). Slider and rod follow from the angle q.
template <class T>
struct FreeSliderCrank : Smooth<T> {
  static constexpr int size = 2;
  T g = T(9.81L), r = T(0.08L), L = T(0.3L), a = T(0.1L), b = T(0.12L);
  T m_rod = T(0.5L), m_slider = 2, J_crank = T(1e-4L), Jx = T(4e-4L), Jy = T(4e-3L), Jz = Jy;

  // A vector with its first and second derivative by q.
  struct Curve {
    Vec<T> at, first, second;
  };
  std::array<T, size> start() const {
    return {std::numbers::pi_v<T> / 2, 2 * std::numbers::pi_v<T>};
  }
  Curve tip(T q) const {
    using std::cos, std::sin;
    const T c = r * cos(q), s = r * sin(q);
    return {{0, a + c, b + s}, {0, -s, c}, {0, -c, -s}};
  }
  Curve slider(const Curve& p) const {
    using std::sqrt;
    const T x = sqrt(L * L - dot(p.at, p.at)), first = -dot(p.at, p.first) / x;
    const T second = -(dot(p.first, p.first) + dot(p.at, p.second) + first * first) / x;
    return {{x, 0, 0}, {first, 0, 0}, {second, 0, 0}};
  }
  static Curve line(T k, const Curve& p, T l, const Curve& q) {
    return {k * p.at + l * q.at, k * p.first + l * q.first, k * p.second + l * q.second};
  }
  static Curve unit(const Curve& n) {
    const T h = norm(n.at);
    const Vec<T> u = (1 / h) * n.at;
    const T h1 = dot(u, n.first);
    const Vec<T> u1 = (1 / h) * (n.first - h1 * u);
    const T h2 = dot(u1, n.first) + dot(u, n.second);
    return {u, u1, (1 / h) * (n.second - 2 * h1 * u1 - h2 * u)};
  }
  void rates(T, const T* state, T* dy) const {
    const Curve p = tip(state[0]), x = slider(p);
    const Curve e = line(1 / L, x, -1 / L, p), cm = line(T(0.5L), x, T(0.5L), p);
    // The rod's y axis is square to the slider's x as well.
    const Curve y =
        unit({{0, -e.at.z, e.at.y}, {0, -e.first.z, e.first.y}, {0, -e.second.z, e.second.y}});
    const Vec<T> z = cross(e.at, y.at), z1 = cross(e.first, y.at) + cross(e.at, y.first);
    const Vec<T> w{dot(z, y.first), -dot(z, e.first), dot(y.at, e.first)};  // spin in its axes
    const Vec<T> w1{dot(z1, y.first) + dot(z, y.second), -dot(z1, e.first) - dot(z, e.second),
                    dot(y.first, e.first) + dot(y.at, e.second)};
    const Vec<T> Jw{Jx * w.x, Jy * w.y, Jz * w.z};
    const T M =
        J_crank + m_slider * x.first.x * x.first.x + m_rod * dot(cm.first, cm.first) + dot(Jw, w);
    const T N = m_slider * x.first.x * x.second.x + m_rod * dot(cm.first, cm.second) + dot(Jw, w1);
    dy[0] = state[1];
    dy[1] = (-m_rod * g * cm.first.z - N * state[1] * state[1]) / M;
  }
};

// Its like in the plane: the crank turns about the origin, the slider runs along x beside it, and
// y = (crank angle, its rate) as well.
template <class T>
struct FreePlanarCrank : Smooth<T> {
  static constexpr int size = 2;
  T g = T(9.81L), r = T(0.08L), L = T(0.3L), b = T(0.12L);
  T m_rod = T(0.5L), m_slider = 2, J_crank = T(1e-4L), J_rod = T(4e-3L);

  std::array<T, size> start() const {
    return {std::numbers::pi_v<T> / 2, 2 * std::numbers::pi_v<T>};
  }
  void rates(T, const T* state, T* dy) const {
    using std::cos, std::sin, std::sqrt;
    // The rod from the tip (c, s) to the slider (c + w, b): w by q, and the rod's angle p by
    // sin p = (b - s)/L.
    const T c = r * cos(state[0]), s = r * sin(state[0]), h = b - s, w = sqrt(L * L - h * h);
    const T w1 = h * c / w, w2 = (-h * s - c * c - w1 * w1) / w;
    const T p1 = -c / w, p2 = (s - p1 * w1) / w;
    const T x1 = -s + w1, x2 = -c + w2;          // of the slider
    const T u1 = -s + w1 / 2, u2 = -c + w2 / 2;  // of the rod's centre of mass, along x
    const T v1 = c / 2, v2 = -s / 2;             // along y
    const T M = J_crank + m_slider * x1 * x1 + m_rod * (u1 * u1 + v1 * v1) + J_rod * p1 * p1;
    const T N = m_slider * x1 * x2 + m_rod * (u1 * u2 + v1 * v2) + J_rod * p1 * p2;
    dy[0] = state[1];
    dy[1] = (-m_rod * g * v1 - N * state[1] * state[1]) / M;
  }
};

// The arm of examples/ball_joint.mbs on its ball with play, without friction and on Winkler's bed:
// y = (centre of mass, its velocity, quaternion, spin in its axes).
template <class T>
struct BallJoint {
  static constexpr int size = 13, contacts = 1;
  std::array<Latch<T>, contacts> latches;
  T m = 2, g = T(9.81L), Jx = T(27e-3L), Jz = T(0.4e-3L), s = T(0.2L);
  T socket = T(5e-3L), c = T(0.1e-3L), ball = socket - c, bed = T(5e-3L);
  T sigma = 2 * (1 - T(0.09L)) / T(207e9L), lean = 40 * std::numbers::pi_v<T> / 180;

  std::array<T, size> start() const {
    using std::cos, std::sin;
    return {
        -s * sin(lean), 0, -s * cos(lean), 0, 0, 0, cos(lean / 2), 0, sin(lean / 2), 0, 0, 0, 3};
  }
  struct Ball {
    Vec<T> place, velocity, n;
    T e, rate;
  };
  Ball look(const T* y) const {
    const Axes<T> R = axes_of(y + 6);
    Ball b;
    b.place = Vec<T>{y[0], y[1], y[2]} + s * R.z;
    b.velocity = Vec<T>{y[3], y[4], y[5]} + R.to_world({s * y[11], -s * y[10], 0});
    b.e = norm(b.place);
    b.n = b.e > 0 ? (1 / b.e) * b.place : Vec<T>{};
    b.rate = dot(b.n, b.velocity);
    return b;
  }
  T gap(int, T, const T* y) const {  // smooth at e = 0
    const T e = look(y).e;
    return (1 - e * e / (c * c)) * c / 2;
  }
  T closing_speed(int, T, const T* y) const { return look(y).rate; }
  T force(T delta) const {
    if (!latches[0].closed || delta <= 0) return 0;
    const T reach = delta + c;
    const T a2 =
        delta * (delta + 2 * c) * (2 * ball - delta) * (2 * socket + delta) / (4 * reach * reach);
    return 2 * std::numbers::pi_v<T> * delta / (3 * bed * sigma) * a2;
  }
  void rates(T, const T* y, T* dy) const {
    const Ball b = look(y);
    const Vec<T> F = -force(b.e - c) * b.n, f = axes_of(y + 6).to_body(F);
    const T* w = y + 10;
    for (int k = 0; k < 3; ++k) dy[k] = y[3 + k];
    dy[3] = F.x / m, dy[4] = F.y / m, dy[5] = F.z / m - g;
    quaternion_rates(y + 6, w, dy + 6);
    dy[10] = (-s * f.y + (Jx - Jz) * w[1] * w[2]) / Jx;
    dy[11] = (s * f.x + (Jz - Jx) * w[2] * w[0]) / Jx;
    dy[12] = 0;
  }
};

// The four-bar of examples/spatial_four_bar.mbs with play in the ball at its rocker:
// y = (the coupler's quaternion and spin in its axes, the rocker's angle and rate).
template <class T>
struct SpatialFourBar {
  static constexpr int size = 9, contacts = 1;
  std::array<Latch<T>, contacts> latches;
  T omega = 20 * std::numbers::pi_v<T>, g = T(9.81L), crank = T(0.02L), coupler = T(0.122L);
  T m = T(0.14L), s = T(0.061L), Jx = T(4e-6L),
    J = T(1.75e-4L) + m * s * s;  // about the crank's tip
  T rocker = T(0.074L), J_rocker = T(4.2e-5L) + T(0.09L) * T(0.037L) * T(0.037L);
  T weight = T(0.09L) * g * T(0.037L);
  Vec<T> pivot{T(0.09L), T(0.04L), T(-0.02L)};
  T socket = T(10e-3L), c = T(0.1e-3L), ball = socket - c, h = T(0.75L) * (1 - T(0.81L));
  T K = stiffness();

  T stiffness() const {
    using std::sqrt;
    const T sigma = 2 * (1 - T(0.09L)) / T(207e9L);
    return T(4) / 3 * sqrt(1 / (1 / ball - 1 / socket)) / sigma;
  }
  Vec<T> cup(T q) const {
    using std::cos, std::sin;
    return pivot + rocker * Vec<T>{0, -sin(q), cos(q)};
  }
  Vec<T> cup_by_angle(T q) const {
    using std::cos, std::sin;
    return rocker * Vec<T>{0, -cos(q), -sin(q)};
  }
  // The ideal mechanism: the coupler spans from tip to cup, does not turn about itself, and its end
  // moves as the cup does.
  std::array<T, size> start() const {
    using std::sqrt;
    const Vec<T> tip{crank, 0, 0}, v{0, crank * omega, 0};
    T q = T(-0.85L);
    for (int i = 0; i < 50; ++i) {
      const Vec<T> d = cup(q) - tip;
      q -= (dot(d, d) - coupler * coupler) / (2 * dot(d, cup_by_angle(q)));
    }
    const Vec<T> d = cup(q) - tip, k = cup_by_angle(q), e = (1 / coupler) * d;
    const T turn = dot(d, v) / dot(d, k);
    const Vec<T> spin = (1 / (coupler * coupler)) * cross(d, turn * k - v);
    const T w = sqrt((1 + e.x) / 2);  // the shortest turn from x to e
    std::array<T, size> y{w, 0, -e.z / (2 * w), e.y / (2 * w), 0, 0, 0, q, turn};
    const Vec<T> own = axes_of(y.data()).to_body(spin);
    y[4] = own.x, y[5] = own.y, y[6] = own.z;
    return y;
  }
  struct Joint {
    Vec<T> n, k;  // from the cup to the ball; of the cup, by the rocker's angle
    T e, rate;
  };
  Joint joint(T t, const T* y) const {
    using std::cos, std::sin;
    const T co = cos(omega * t), si = sin(omega * t);
    const Axes<T> R = axes_of(y);
    const Vec<T> d = crank * Vec<T>{co, si, 0} + coupler * R.x - cup(y[7]), k = cup_by_angle(y[7]);
    const Vec<T> v = crank * omega * Vec<T>{-si, co, 0} +
                     R.to_world({0, coupler * y[6], -coupler * y[5]}) - y[8] * k;
    const T e = norm(d), inverse = e > 0 ? 1 / e : 0;
    return {inverse * d, k, e, inverse * dot(d, v)};
  }
  T gap(int, T t, const T* y) const {
    const T e = joint(t, y).e;
    return (1 - e * e / (c * c)) * c / 2;
  }
  T closing_speed(int, T t, const T* y) const { return joint(t, y).rate; }
  void rates(T t, const T* y, T* dy) const {
    using std::cos, std::sin;
    const Joint at = joint(t, y);
    const T F = latches[0].closed ? hysteretic(K, h, at.e - c, at.rate, latches[0].v_impact) : T(0);
    const Axes<T> R = axes_of(y);
    const T* w = y + 4;
    const Vec<T> pull = R.to_body(-F * at.n);  // on the ball
    // The tip's acceleration less gravity, as a force on the centre of mass.
    const Vec<T> carry = R.to_body(
        m * (omega * omega * crank * Vec<T>{cos(omega * t), sin(omega * t), 0} - Vec<T>{0, 0, g}));
    quaternion_rates(y, w, dy);
    dy[4] = 0;  // round about x
    dy[5] = (-coupler * pull.z - s * carry.z + (J - Jx) * w[2] * w[0]) / J;
    dy[6] = (coupler * pull.y + s * carry.y + (Jx - J) * w[0] * w[1]) / J;
    dy[7] = y[8];
    dy[8] = (F * dot(at.n, at.k) + weight * sin(y[7])) / J_rocker;
  }
};

}  // namespace bench
