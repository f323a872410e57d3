#include "runtime/contact/crossing_in_space.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

// n stays square to both.
CrossingChange crossing_change(const SpatialPose& a, const SpatialPose& b, const Crossing& lines,
                               const MotionRows& past) {
  using Row = Eigen::Matrix<double, 1, 12>;
  constexpr int of_first = 0, of_second = 6;
  const auto& [along_a, along_b, n, apart] = lines;
  const Vector3 beside = n.cross(along_a);
  const double cosine = along_a.dot(along_b), sine = beside.dot(along_b);
  const Row by_a = -n.transpose() * round::turned(a, along_a, of_first);
  const Row by_b = -n.transpose() * round::turned(b, along_b, of_second);
  const double floor = std::copysign(std::max(std::abs(sine), least_crossing), sine);
  const Row sideways = (by_b - cosine * by_a) / floor;
  CrossingChange c;
  c.n = along_a * by_a + beside * sideways;
  c.t = (apart * sideways - beside.transpose() * past) / floor;
  c.s = cosine * c.t - apart * by_a + along_a.transpose() * past;
  return c;
}

}  // namespace mbs
