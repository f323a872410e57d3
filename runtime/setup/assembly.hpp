// Finding a first configuration, the rows worth integrating, first velocities.
#pragma once

#include "runtime/model/model.hpp"

namespace mbs {

// Fills in rows, layout, Jacobian pattern, and the assembled state or the reasons why there is
// none. If there is none the model has no rows and must not be run.
void find_assembly(Model& model);

}  // namespace mbs
