// Vectors and rotations with values, in the plane and in space.
#pragma once

#include <cmath>

namespace mbs::ir {

struct Vec2 {
  double x = 0, y = 0;
};

// The plane is z = 0 of space, so a vector of one stands for a vector of the other.
struct Vec3 {
  double x = 0, y = 0, z = 0;
  constexpr Vec3() = default;
  constexpr Vec3(double along_x, double along_y, double along_z = 0)
      : x(along_x), y(along_y), z(along_z) {}
  constexpr Vec3(Vec2 v) : x(v.x), y(v.y) {}          // NOLINT: the plane lies in space
  constexpr operator Vec2() const { return {x, y}; }  // NOLINT: what the plane sees of it
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator*(double k, const Vec3& v) {
  return {k * v.x, k * v.y, k * v.z};
}
constexpr double dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vec3& v) {
  return std::hypot(v.x, v.y, v.z);
}

// A rotation as a unit quaternion: w = cos(angle/2), (x, y, z) = axis sin(angle/2), right-handed.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
  constexpr Vec3 vector() const { return {x, y, z}; }
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};
// The rotation b, then a; so b about axes that a has turned.
constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  const Vec3 v = a.w * b.vector() + b.w * a.vector() + cross(a.vector(), b.vector());
  return {a.w * b.w - dot(a.vector(), b.vector()), v.x, v.y, v.z};
}
constexpr Quaternion inverse(const Quaternion& q) {
  return {q.w, -q.x, -q.y, -q.z};
}
// `v` turned.
constexpr Vec3 operator*(const Quaternion& q, const Vec3& v) {
  const Vec3 t = 2 * cross(q.vector(), v);
  return v + q.w * t + cross(q.vector(), t);
}
// About `axis` of any length but 0; angle in rad.
inline Quaternion turn(const Vec3& axis, double angle) {
  const double s = std::sin(angle / 2) / norm(axis);
  return {std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}

}  // namespace mbs::ir
