#include "runtime/model/space.hpp"

#include <cmath>

namespace mbs {

Matrix3 rotation_matrix(const double* p) {
  const double w = p[0], x = p[1], y = p[2], z = p[3];
  const double k = 2 / (w * w + x * x + y * y + z * z);
  Matrix3 R;
  R << 1 - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y),  //
      k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x),   //
      k * (x * z - w * y), k * (y * z + w * x), 1 - k * (x * x + y * y);
  return R;
}

QuaternionMap quaternion_map(const double* p) {
  const double w = p[0], x = p[1], y = p[2], z = p[3];
  QuaternionMap E;
  E << -x, -y, -z, w, -z, y, z, w, -x, -y, x, w;
  return E;
}

Eigen::Vector4d quaternion_rates(const double* p, const Vector3& omega) {
  const Eigen::Map<const Eigen::Vector4d> q(p);
  const double stretch = 1 - p[0] * p[0] - p[1] * p[1] - p[2] * p[2] - p[3] * p[3];
  return 0.5 * quaternion_map(p) * omega + stretch * q;
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
