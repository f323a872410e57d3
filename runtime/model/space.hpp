// Bodies in space: places, and how small turns move the unknowns.
//
// A body has the position r of its centre of mass (world axes) and a quaternion p = (w, x, y, z) of
// any length, of which only the direction counts; its motions are v (world axes) and omega (axes of
// the body). The axes of a body are its principal axes of inertia, see Model::principal.
//
// "By motions" means: derivatives by v or by a small shift (world axes), and by omega or by a small
// turn (axes of the body).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

namespace mbs {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

struct SpatialPose {
  Vector3 r = Vector3::Zero();  // m
  Vector3 v = Vector3::Zero();  // m/s
  std::array<double, 4> p{1, 0, 0, 0};
  Matrix3 R = Matrix3::Identity();            // from axes of the body to those of the world
  Vector3 omega = Vector3::Zero();            // rad/s, axes of the body
  Vector3 spin() const { return R * omega; }  // world axes
};

// The matrix of a cross product: skew(a) b = a x b.
inline Matrix3 skew(const Vector3& a) {
  Matrix3 m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

// The rotation that a quaternion of any length stands for.
Matrix3 rotation_matrix(const double* p);

// p' = E(p) omega / 2; E by rows of p.
using QuaternionMap = Eigen::Matrix<double, 4, 3>;
QuaternionMap quaternion_map(const double* p);
// p' of a spin in the body's axes, rad/s; draws p to the length 1 within a second or so.
Eigen::Vector4d quaternion_rates(const double* p, const Vector3& omega);
// Derivatives of p' - E omega/2 - (1 - p.p) p, by p and cj times by p', and by omega.
struct QuaternionDerivatives {
  Eigen::Matrix4d by_p;
  QuaternionMap by_omega;
};
QuaternionDerivatives quaternion_derivatives(const double* p, const Vector3& omega, double cj);
// A small turn from a change of p: 2/(p.p) E(p)^T.
inline Eigen::Matrix<double, 3, 4> turn_map(const double* p) {
  const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  return 2 / square * quaternion_map(p).transpose();
}
// p followed by a turn of this vector (axes of the body, rad), of length 1.
void turn_quaternion(double* p, const Vector3& turn);
void normalise_quaternion(double* p);

}  // namespace mbs
