// Private to runtime: the Jacobian in joint coordinates.
#pragma once

#include "runtime/coordinates/motion.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Finds the pattern of the reduced equations; after build_tree.
void build_tree_pattern(Model& model);
// dF/dy + cj dF/dy' of the reduced equations, in the order of their pattern. `y`, `yp` are the
// expanded unknowns, `r` what residual_of_loops gives for them. False as for the residual.
bool tree_jacobian(const Model& model, double t, double cj, const double* reduced,
                   const double* reduced_rates, const double* y, const double* yp, const double* r,
                   const Mode& mode, double* values, TreeState& state, Workspace& workspace);

}  // namespace mbs
