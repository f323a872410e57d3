// Private to runtime: multipliers of constraints at an instant, for signals.
#pragma once

#include "runtime/model/evaluation.hpp"
#include "runtime/signals/reactions.hpp"

namespace mbs {

// Where signals are asked for; the bodies are placed.
struct Here {
  const Model& m;
  const Instant& now;
  Workspace& w;
  Reactions& reactions;
  const Placement& at() const { return w.impl().at; }
};

// The multipliers of all rows of the model; those of the tree's joints are found first, and loads
// that joints share are shared (runtime/equations/shared_loads.hpp). Null if a law or force failed.
const double* multipliers(const Here& here);

}  // namespace mbs
