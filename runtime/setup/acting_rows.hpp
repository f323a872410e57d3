// Private to runtime: which rows of constraints are integrated, of a model whose joints and drives
// are switched.
#pragma once

#include <optional>

#include "runtime/model/evaluation.hpp"

namespace mbs {

// Has the scenario anything that can be switched?
bool can_switch(const ir::Scenario& scenario);

// Takes those rows whose joints and drives act and that say something new at this placement, in the
// order of the model's rows: joints that are always there, those that are switched, then drives. A
// drive must not be held by a switched joint or another drive: returned is the first that is.
std::optional<ir::Part> choose_rows(const Model& model, const Placement& at, Switched& switched);

// The body that has nothing to hold it, and no mass, in some direction; -1: none has.
int loose_body(const Model& model, const Placement& at, const Switched& switched);

// As the scenario begins; null if nothing can be switched.
SwitchedPtr switched_at_start(const Model& model, const Placement& at);

}  // namespace mbs
