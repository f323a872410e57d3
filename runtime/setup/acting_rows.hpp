// Private to runtime: which rows of constraints are integrated, of a model whose joints and drives
// are switched.
#pragma once

#include <optional>

#include "runtime/model/evaluation.hpp"

namespace mbs {

// Has the scenario anything that can be switched?
bool can_switch(const ir::Scenario& scenario);

// Marks by row those cosines that are not needed here: all but three of each joint or drive, those
// whose turns are farthest from one plane. Any fixed three say nothing more in some pose, and next
// to nothing around it.
std::vector<char> spare_cosines(const std::vector<ConstraintRow>& rows, const Placement& at);

// Takes those rows whose joints and drives act and that say something new at this placement, in the
// order of the model's rows: joints that are always there, those that are switched, then drives.
// Where joints share what they hold those that say most come first. A drive must not be held by a
// switched joint or another drive: returned is the first that is. What says less than `least` of a
// unit row says nothing: loops that are a little open seem to hold more than they do.
std::optional<ir::Part> choose_rows(const Model& model, const Placement& at, Switched& switched,
                                    double least = 1e-8);

// Does every row of the joints that are held hold something of its own?
bool all_act(const Model& model, const Switched& switched);

// The body that has nothing to hold it, and no mass, in some direction; -1: none has.
int loose_body(const Model& model, const Placement& at, const Switched& switched);

// As the scenario begins; null if nothing can be switched and no row is idle. `redundant`: which of
// the first rows say nothing beside the others.
SwitchedPtr switched_at_start(const Model& model, const Placement& at,
                              const std::vector<bool>& redundant);

// Where joints hold something together in space, the tree's keep all rows, and those of the others
// act that say most. Where what acts comes to say little, less than a tenth of what other rows
// would: those; else null.
struct FirmerRows {
  SwitchedPtr rows;
  // rad, an estimate of what bodies may turn by before what acts says so little: a row and what the
  // others hold may turn against each other, each as fast as the fastest body. What slides changes
  // arms, too, which this leaves out but for its bound.
  double firm_for = 0;
};
FirmerRows firmer_rows(const Model& model, const Placement& at, const Mode& mode);

}  // namespace mbs
