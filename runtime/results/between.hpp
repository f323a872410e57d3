// Private to runtime: the motion between two samples of a run.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/coordinates/motion.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/stretches.hpp"

namespace mbs {

struct Sample {
  double t = 0;
  std::vector<double> y, yp;
};

// Where values and rates go.
struct SampleView {
  std::span<double> y, yp;
};

// Cubic through values and rates at both ends, in joint coordinates where there are any: what turns
// stays on its circle. Places by a polynomial of degree five that takes accelerations, too, where
// these are exact (Run::stretches): explicit steps are long.
// Coordinates that drives give are those of the drives.
class Between {
 public:
  Between(const Model& model, const Stretches& stretches);
  struct Step {
    const Sample &from, &to;
    bool brief = false;  // both are landings on events of nearly one instant, see Quintic
  };
  // y and y' at t, from one sample to the next; `mode` and `workspace` are for the drives.
  void at(double t, const Step& step, const Mode& mode, SampleView out, Workspace& workspace);

 private:
  const Model& model_;
  const Stretches& stretches_;
  std::optional<TreeState> state_;
  Sample from_, to_, now_;  // in joint coordinates
};

}  // namespace mbs
