// Forces of a step, in the middle of it.
#pragma once

#include <vector>

#include "runtime/model/workspace.hpp"

namespace mbs {

// Generalised forces by column of v, N and N m.
struct StepForces {
  std::vector<double> all;      // gravity, springs, dampers, applied forces; in space gyration
  std::vector<double> applied;  // the part of what the script applies, which is `energy.input`
  std::vector<double> damping;  // the part of dampers
  std::vector<double> rates;    // of the states of the script
};
// At the present placement, with the speeds half a step (s) before. False if one has no value; the
// workspace says why.
bool gather_forces(const Model& model, const Instant& now, double half_step, Workspace& workspace,
                   StepForces& out);

// The largest squared frequency that a spring gives two bodies alone, 1/s^2, and whose it is; -1 if
// there are none. The bodies must be placed.
struct Stiffest {
  int spring = -1;
  double squared = 0;
};
Stiffest stiffest_spring(const Model& model, Workspace& workspace);

}  // namespace mbs
