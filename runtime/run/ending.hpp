// Why a run cannot go on, in words.
#pragma once

#include <optional>

#include "runtime/run/present.hpp"

namespace mbs {

class Ending {
 public:
  explicit Ending(Present& now) : now_(now) {}
  // The solver or an evaluation has given up.
  void fail(StepStatus status);
  // After an allocation that failed.
  void out_of_memory();
  // Keeps what a trial step ran into that was then made shorter: it may be what ends the run.
  void note_trial();
  // Tells once, with the worst of the run, where tolerances gave way to rounding.
  void warn_rounding(const Rounding& rounding, double t);

 private:
  bool blame_joint_friction();
  Present& now_;
  std::optional<Failure> trial_;
  double trial_at_ = 0;  // s
  double rounding_ = 0;  // over the tolerance, as it was told
};

}  // namespace mbs
