// Private to runtime: values of signals in space.
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

// Of all rows of the model; those of the tree's joints are found first, and loads that joints share
// are shared (runtime/equations/shared_loads.hpp). Null if a law or force failed.
const double* multipliers(const Here& here);

// SlotKind::body_coordinate, body_spin, joint_coordinate.
double body_place_in_space(const Here& here, const Slot& slot);
double body_spin(const Here& here, const Slot& slot);
double coordinate_in_space(const Here& here, const Slot& slot);
// What a joint or drive exerts on its second end, at the end's point: index 0 to 2 the force, N, 3
// to 5 the torque, N m, world axes.
double reaction_in_space(const Here& here, ir::Part owner, int index);

}  // namespace mbs
