// Private to runtime: what consistent rates and the alignment of resting contacts need anew at
// every event, kept for the next one.
#pragma once

#include <vector>

#include "runtime/equations/joint_friction.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/equations/sticking.hpp"

namespace mbs {

struct KktScratch {
  explicit KktScratch(const Model& model) : masses(mass_diagonal(model)) {}
  std::vector<double> masses;
  Kkt rates, gaps, blows;       // each keeps the patterns that it has met
  std::vector<SparseRow> rows;  // the first ones are in use
  std::vector<HoldRow> holds;
  Mobility pressed;  // of the rigid contacts that are closed
  JointFrictionSystem sliding;
  std::vector<double> x, p, original;
};

}  // namespace mbs
