// The rotation of a quaternion of any length, where calls would cost as much as it does.
#pragma once

#include <Eigen/Core>

namespace mbs {

inline Eigen::Matrix3d rotation_of(double w, double x, double y, double z) {
  const double k = 2 / (w * w + x * x + y * y + z * z);
  Eigen::Matrix3d R;
  R << 1 - k * (y * y + z * z), k * (x * y - w * z), k * (x * z + w * y),  //
      k * (x * y + w * z), 1 - k * (x * x + z * z), k * (y * z - w * x),   //
      k * (x * z - w * y), k * (y * z + w * x), 1 - k * (x * x + y * y);
  return R;
}

}  // namespace mbs
