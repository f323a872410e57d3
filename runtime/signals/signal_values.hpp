// Values of signals at an instant.
#pragma once

#include "runtime/model/workspace.hpp"

namespace mbs {

// Value of one slot of stage signal (not a result), SI.
double slot_value(const Model& model, const Slot& slot, double t, const double* y, const double* yp,
                  const Mode& mode, Workspace& workspace);
// The same as `slot_value`, with the poses already set.
double slot_value_placed(const Model& model, const Slot& slot, double t, const double* y,
                         const double* yp, const Mode& mode, Workspace& workspace);

}  // namespace mbs
