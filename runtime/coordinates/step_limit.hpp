// Private to runtime: how far bodies may turn in a step.
#pragma once

#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// In joint coordinates even motion round a pin is a straight line, and steps grow without end. What
// swings round with it is not: contacts, conditions and reports are looked at between steps.
class StepLimit {
 public:
  explicit StepLimit(const Model& model);
  // s; inf where nothing turns that is not round about its centre of mass, in space about its axis.
  double longest_step(const double* y) const;

 private:
  std::vector<int> spins_;  // unknowns, rad/s
  int parts_ = 1;           // how many of them a spin has, from there on
};

}  // namespace mbs
