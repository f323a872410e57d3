#include "runtime/model/space.hpp"

#include <cmath>

#include "runtime/model/rotation.hpp"

namespace mbs {

Matrix3 rotation_matrix(const double* p) {
  return rotation_of(p[0], p[1], p[2], p[3]);
}

QuaternionMap quaternion_map(const double* p) {
  const double w = p[0], x = p[1], y = p[2], z = p[3];
  QuaternionMap E;
  E << -x, -y, -z, w, -z, y, z, w, -x, -y, x, w;
  return E;
}

Eigen::Vector4d quaternion_rates(const double* p, const Vector3& omega) {
  const double w = p[0], x = p[1], y = p[2], z = p[3];
  const double a = omega[0] / 2, b = omega[1] / 2, c = omega[2] / 2;
  const double stretch = 1 - w * w - x * x - y * y - z * z;
  return {(-x * a - y * b - z * c) + stretch * w, (w * a - z * b + y * c) + stretch * x,
          (z * a + w * b - x * c) + stretch * y, (-y * a + x * b + w * c) + stretch * z};
}

QuaternionDerivatives quaternion_derivatives(const double* p, const Vector3& omega, double cj) {
  const Eigen::Map<const Eigen::Vector4d> q(p);
  Eigen::Matrix4d by_p = 2 * q * q.transpose();
  by_p.diagonal().array() += cj - (1 - q.squaredNorm());
  by_p.block<1, 3>(0, 1) += 0.5 * omega.transpose();
  by_p.block<3, 1>(1, 0) -= 0.5 * omega;
  by_p.block<3, 3>(1, 1) += 0.5 * skew(omega);
  return {by_p, -0.5 * quaternion_map(p)};
}

void turn_quaternion(double* p, const Vector3& turn) {
  const double half = turn.norm() / 2;
  const double s = half > 1e-8 ? std::sin(half) / (2 * half) : 0.5;  // the next term is half^2/6
  const double w = std::cos(half);
  const Vector3 change = s * turn;
  Eigen::Map<Eigen::Vector4d> all(p);
  all = (w * all + quaternion_map(p) * change).eval();
  all.normalize();
}

void normalise_quaternion(double* p) {
  Eigen::Map<Eigen::Vector4d>(p).normalize();
}

}  // namespace mbs
