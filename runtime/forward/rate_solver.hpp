// Accelerations and reactions at an instant, whatever the solver has of them.
#pragma once

#include <memory>

#include "runtime/model/workspace.hpp"

namespace mbs {

// What the solver keeps for accelerations and multipliers are rates of what it integrates, some
// digits behind it. Here they follow from positions and speeds alone, as in `make_consistent`, but
// faster where the masses are regular and nothing sticks.
class RateSolver {
 public:
  explicit RateSolver(const Model& model);
  ~RateSolver();
  RateSolver(RateSolver&&) noexcept;
  // y' with accelerations and multipliers anew; `yp` itself where they are not determined. Valid
  // until the next call.
  const double* rates(const Instant& now, Workspace& w);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mbs
