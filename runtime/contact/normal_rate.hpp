// How the rate of a normal changes with places, by differences: only the Jacobian of friction laws
// with bends asks for it.
#pragma once

#include "runtime/contact/round_in_space.hpp"

namespace mbs {

// A contact with one body moved a little.
struct MovedPair {
  SpatialPose a, b;
  Vector3 lever_a, lever_b;

  MovedPair(const ContactPair& at, int motion, double step);
  ContactPair pair() const { return {{}, {}, {}, {}, &a, &b, &lever_a, &lever_b}; }
  Eigen::Matrix<double, 12, 1> speeds() const;
};

// `normal_change(pair)` gives the derivatives of the normal; `size`: of the bodies, m.
template <class NormalChange>
MotionRows rate_by_differences(const ContactPair& at, double size, NormalChange normal_change) {
  constexpr double h = 1e-5;
  const auto rate = [&](int motion, double step) {
    const MovedPair moved(at, motion, step);
    return Vector3(normal_change(moved.pair()) * moved.speeds());
  };
  MotionRows out;
  for (int j = 0; j < 12; ++j) {
    const double step = j % 6 < 3 ? h * size : h;
    out.col(j) = (rate(j, step) - rate(j, -step)) / (2 * step);
  }
  return out;
}

}  // namespace mbs
