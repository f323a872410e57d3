// What drives give between the ends of an explicit step: no error estimate sees it, for no unknown
// depends on how it goes on the way, but what is looked for between the ends is found by those.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "runtime/coordinates/prescribed.hpp"

namespace mbs {

class GivenBetween {
 public:
  GivenBetween(const Model& model, const Mode& mode, Workspace& workspace);
  // How far the polynomials of degree five through both ends of a step are off within it, over what
  // they may be: a ten-thousandth of the way that is gone, or the tolerance of positions, m or rad,
  // whichever is more. `weights`: one over these tolerances, by coordinate of the tree. The
  // workspace has the drives' values at `to` afterwards. Infinite where a drive has no value.
  double error(double from, double to, std::span<const double> weights);

 private:
  // Where it was looked at, and what was there.
  struct Look {
    double t = std::numeric_limits<double>::quiet_NaN();  // s
    std::vector<GivenMotion> motions;
  };
  void look(double t, Look& out);

  const Model& model_;
  const Mode& mode_;
  Workspace& workspace_;
  std::vector<GivenCoordinate> given_;  // but for even motion, which is a polynomial
  Look begin_, middle_, end_;
};

}  // namespace mbs
