// Private to runtime: where the tree of joint coordinates is at an instant.
#pragma once

#include <vector>

#include "runtime/coordinates/state_in_space.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

// One segment at an instant, world axes.
struct SegmentState {
  double ax = 0, ay = 0;  // m, the segment
  double dx = 0, dy = 0;  // its slide's direction
};

struct TreeState {
  explicit TreeState(const Model& model);
  std::vector<double> cosine, sine;  // of each coordinate that is an angle, in the plane
  std::vector<SegmentState> segments;
  SpatialTreeState space;
  Placement at;                      // in space: scratch
  std::vector<double> coefficients;  // 1, then eight per segment: see tree.cpp; in space TreePath
  std::vector<double> gathered;      // of the contact whose derivatives are being written
};

// A residual of absolute unknowns: its rows, and the corrections G^T Mu' by motions.
struct AbsoluteResidual {
  const double* rows;
  const double* corrections;
};

}  // namespace mbs
