// Private to runtime: the Jacobian in joint coordinates.
#pragma once

#include "runtime/coordinates/motion.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Finds the pattern of the reduced equations; after build_tree.
void build_tree_pattern(Model& model);
// The reduced unknowns, their rates, and what follows from them.
struct TreeInstant {
  const double* reduced = nullptr;
  const double* reduced_rates = nullptr;
  Instant expanded;
  const double* residual = nullptr;  // what residual_of_loops gives for `expanded`
};
// dF/dy + cj dF/dy' of the reduced equations, in the order of their pattern. False as for the
// residual.
bool tree_jacobian(const Model& model, const TreeInstant& now, double cj, double* values,
                   TreeState& state, Workspace& workspace);

}  // namespace mbs
