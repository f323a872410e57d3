// Two straight lines in space that cross, each fixed in a body: their common normal as they move.
#pragma once

#include "runtime/contact/round_in_space.hpp"

namespace mbs {

// Lines that are closer to parallel than this, rad, have no common normal of their own.
inline constexpr double least_crossing = 1e-9;

struct Crossing {
  Vector3 along_a, along_b;  // of length 1
  Vector3 n;                 // square to both
  double apart = 0;          // m, from the first to the second along n
};
// By the motions of both bodies: of the normal, and of how far the nearest places slide along the
// lines.
struct CrossingChange {
  MotionRows n;
  Eigen::Matrix<double, 1, 12> s = Eigen::Matrix<double, 1, 12>::Zero(),
                               t = Eigen::Matrix<double, 1, 12>::Zero();
};
// `past`: of the nearest place of the second line, as seen from that of the first, both as material
// points.
CrossingChange crossing_change(const SpatialPose& a, const SpatialPose& b, const Crossing& lines,
                               const MotionRows& past);

}  // namespace mbs
