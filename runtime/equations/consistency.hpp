// Positions, speeds, accelerations and multipliers that fit each other.
#pragma once

#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// q' that goes with v.
void motions_to_rates(const Model& model, const double* y, double* yp);
// Given q, v, s, z, t and the mode: sets y' = (v, a, lambda, 0, …) by one KKT solve, so that
// F(t, y, y') = 0 to rounding; rates that the instant has are not asked for. False (with
// workspace.failure) if a law fails or the matrix is singular.
bool make_consistent(const Model& model, const Instant& now, double* yp, Workspace& workspace);
// Pulls q and v back onto the constraints that act in `mode` (least change in the mass metric);
// returns the size of the largest constraint error before.
double project(const Model& model, double t, double* y, const Mode* mode, Workspace& workspace);
// The same of q alone.
double project_positions(const Model& model, double t, double* y, const Mode* mode,
                         Workspace& workspace);
// Largest |g| in metres (angles times the model's size) and largest |G v + g_t|.
double position_drift(const Model& model, const Instant& now, Workspace& workspace);
// The same at the placement that the workspace has, of what is integrated as a constraint.
struct Drift {
  double largest = 0;  // m
  int row = -1;        // in Model::rows; -1: there are none
};
// What is held without being integrated, as others hold it as well, is looked at, too.
Drift placed_drift(const Model& model, double t, const Mode* mode, Workspace& workspace);

}  // namespace mbs
