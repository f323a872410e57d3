// The equations of a model, as the solver needs them. The unknowns and the equations are those
// of runtime/model/model.hpp.
#pragma once

#include <optional>
#include <vector>

#include "runtime/model/workspace.hpp"

namespace mbs {

// By contact; nothing of one that cannot act.
using SeenContacts = std::vector<std::optional<ContactState>>;

// r = F(t, y, y'). False if a law or a force failed: workspace.failure then says why.
bool residual(const Model& model, const Instant& now, double* r, Workspace& workspace);
// The same where the workspace has the placement of y and the values of drives at t already.
bool residual_placed(const Model& model, const Instant& now, double* r, Workspace& workspace);
// The same where somebody else solves for constraints: their rows, and those of places, hold
// anything, but the workspace has their gradients. `seen` is given contacts as they are here.
bool forces_placed(const Model& model, const Instant& now, double* r, Workspace& workspace,
                   SeenContacts& seen);
// Takes what acts off the momenta of r, and writes what else it tells: of the script, of work, and
// of contacts but those that somebody has evaluated elsewhere.
bool add_forces_placed(const Model& model, const Instant& now, double* r, Workspace& workspace,
                       SeenContacts& seen, const std::vector<char>& elsewhere);
// As residual_placed, without the constraints that joint coordinates replace
// (runtime/model/tree.hpp): their rows are not written, their multipliers push nothing.
bool residual_of_loops(const Model& model, const Instant& now, double* r, Workspace& workspace);

}  // namespace mbs
