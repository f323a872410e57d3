// Values of signals at an instant.
#pragma once

#include "runtime/model/workspace.hpp"
#include "runtime/signals/reactions.hpp"

namespace mbs {

// Value of one slot of stage signal (not a result), SI.
double slot_value(const Model& model, const Slot& slot, const Instant& now, Workspace& workspace);
// The same as `slot_value`, with the poses already set.
double slot_value_placed(const Model& model, const Slot& slot, const Instant& now,
                         Workspace& workspace);
double slot_value_placed(const Model& model, const Slot& slot, const Instant& now,
                         Workspace& workspace, Reactions& of_instant);

// The reaction, or the effort of a drive, whose integral this slot of an impulse is.
Slot exerting(const Slot& impulse);
// The part of that impulse that rows pass on at one instant by such multipliers (N s, N m s), for
// all rows of the model; friction in a joint passes none on. The poses are set.
double passed_on_by_rows(const Model& model, const Slot& impulse, const Instant& now,
                         const double* multipliers, Workspace& workspace);

// Does the value stay as it is while the mode does? So for what a contact remembers, and for what
// one that is open exerts.
bool stays(const Model& model, const Slot& slot, const Mode& mode);

}  // namespace mbs
