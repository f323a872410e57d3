// Private to runtime: between joint coordinates and the absolute coordinates of bodies.
#pragma once

#include <span>
#include <vector>

#include "runtime/coordinates/tree_state.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Reduced unknowns to absolute ones. Those of constraints that the tree replaces are left as they
// are.
void expand(const Model& model, const double* reduced, double* y, TreeState& state);
// Poses and arms of what `state` was expanded for.
void place_bodies(const Model& model, const double* y, const TreeState& state, Placement& at);
// y' likewise, at the instant that `state` was expanded for; q' is that of v.
void expand_rates(const Model& model, const double* reduced, const double* reduced_rates,
                  double* yp, TreeState& state);
// Both at once, as equations of motion need them: in space q' is left as it is.
void expand_motion(const Model& model, const double* reduced, const double* reduced_rates,
                   double* y, double* yp, TreeState& state);
// Both at once, with all of y'.
void expand_all(const Model& model, const double* reduced, const double* reduced_rates, double* y,
                double* yp, TreeState& state);
// Absolute unknowns that satisfy the tree's joints to reduced ones; y' with accelerations likewise.
void reduce(const Model& model, const double* y, const double* yp, double* reduced,
            double* reduced_rates, TreeState& state);
// The absolute residual to the reduced one, B^T r.
void contract(const Model& model, const AbsoluteResidual& r, const double* reduced,
              const double* reduced_rates, double* out, TreeState& state);
// G^T Mu' by motions, as a residual has been evaluated with it last.
const double* corrections_of(const Model& model, const double* residual, Workspace& workspace);
// What an error in each reduced unknown counts, from what it makes in the absolute ones.
void reduce_weights(const Model& model, const double* reduced, std::span<const double> weights,
                    std::span<double> out, TreeState& state);
// Fills in the coefficients of the Jacobian's spreads, after y' was expanded.
void spread_coefficients(const Model& model, const double* reduced, const double* reduced_rates,
                         TreeState& state);

}  // namespace mbs
