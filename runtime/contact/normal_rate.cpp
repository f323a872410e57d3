#include "runtime/contact/normal_rate.hpp"

namespace mbs {

MovedPair::MovedPair(const ContactPair& at, int motion, double step)
    : a(*at.space_a), b(*at.space_b), lever_a(*at.lever_a), lever_b(*at.lever_b) {
  constexpr int of_second = 6;
  SpatialPose& body = motion < of_second ? a : b;
  Vector3& lever = motion < of_second ? lever_a : lever_b;
  const int k = motion % of_second;
  if (k < 3) {
    body.r[k] += step;
    return;
  }
  const Matrix3 turn = Eigen::AngleAxisd(step, body.R.col(k - 3)).toRotationMatrix();
  body.R = turn * body.R;
  lever = turn * lever;
}

Eigen::Matrix<double, 12, 1> MovedPair::speeds() const {
  Eigen::Matrix<double, 12, 1> all;
  all << a.v, a.omega, b.v, b.omega;
  return all;
}

}  // namespace mbs
