// Vectors in a plane.
#pragma once

#include <Eigen/Core>

namespace mbs {

// x and y, which go through the same operations: the processor takes both at once.
using Pair = Eigen::Array2d;
// The same, turned by +90 degrees.
inline Pair across(const Pair& v) {
  return {-v[1], v[0]};
}
inline double dot(const Pair& a, const Pair& b) {
  return a[0] * b[0] + a[1] * b[1];
}

}  // namespace mbs
