// What the joints of the tree carry: not unknowns of the solver, but there whenever somebody asks.
#pragma once

#include <vector>

#include "runtime/coordinates/tree_state.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Multipliers of the tree's joints at an instant, from the forces on the bodies behind them; the
// other multipliers as in y'. False if a law or force failed.
bool tree_multipliers(const Model& model, const Instant& now, std::vector<double>& lambda,
                      Workspace& workspace);

}  // namespace mbs
