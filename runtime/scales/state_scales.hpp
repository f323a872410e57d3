// How large the states of a script are: each is followed closely beside its own size.
#pragma once

#include <span>
#include <vector>

#include "runtime/model/workspace.hpp"

namespace mbs {

// By state, in its own unit.
struct StateScales {
  std::vector<double> size;   // how large it gets, so far as known
  std::vector<double> floor;  // its least tolerance
};

// For a run of this duration, s, from the start and from the rates at some times of it, with these
// tolerances of the motion.
StateScales expect_states(const Model& model, const Assembly& start, double duration,
                          std::span<const double> tolerance, Workspace& workspace);

}  // namespace mbs
