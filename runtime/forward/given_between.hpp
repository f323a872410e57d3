// What drives give between the ends of an explicit step: no error estimate sees it, for no unknown
// depends on how it goes on the way, but what is looked for between the ends is found by those.
#pragma once

#include <vector>

#include "runtime/coordinates/prescribed.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

class GivenBetween {
 public:
  GivenBetween(const Model& model, const Scales& scales, const Mode& mode, Workspace& workspace);
  // How far the polynomials of degree five through both ends of a step are off within it, over what
  // they may be: a ten-thousandth of the way that is gone, or the tolerance of positions, m or rad,
  // whichever is more. The workspace has the drives' values at `to` afterwards. Not finite where a
  // drive has no value.
  double error(double from, double to);

 private:
  void evaluate(double t, std::vector<GivenMotion>& out);

  const Model& model_;
  const Scales& scales_;
  const Mode& mode_;
  Workspace& workspace_;
  std::vector<GivenCoordinate> given_;  // but for even motion, which is a polynomial
  std::vector<GivenMotion> begin_, middle_, end_;
};

}  // namespace mbs
