// Private to runtime: impulses of joints and drives since the start of a run.
//
// They are no unknowns of the solver. Joints whose bodies hang on each other have no multipliers
// there, and integrals of what a solver knows of reactions, divided differences, would need steps
// that nothing else needs. So they follow from the motion: the integral of what it takes to hold
// the bodies as they move, by Gauss's rule with four points in each step, and what was passed on at
// single instants (runtime/record/kicks.hpp).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

class ImpulseSums {
 public:
  // For these slots of impulses.
  ImpulseSums(const Model& model, std::span<const Slot> impulses)
      : model_(model), impulses_(impulses.begin(), impulses.end()) {}
  bool empty() const { return impulses_.empty(); }
  std::size_t size() const { return impulses_.size(); }

  // The motion at a time within a step, with rates, in the mode that holds there.
  using Motion = std::function<Instant(double t)>;
  // Adds to `sums` what acts from one time of a step to another.
  void add_between(double from, double to, const Motion& motion, Workspace& workspace,
                   std::span<double> sums) const;
  // Adds what is passed on at this instant by such multipliers of all rows; empty: nothing is.
  void add_at(const Instant& now, std::span<const double> multipliers, Workspace& workspace,
              std::span<double> sums) const;

 private:
  const Model& model_;
  std::vector<Slot> impulses_;
};

}  // namespace mbs
