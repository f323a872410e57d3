// Configurations in which constraints depend on each other: dead points and change points.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/dynamics.hpp"
#include "runtime/run.hpp"

namespace mbs {

// The constraint that says least beside those before it.
struct WeakestConstraint {
  // Sine of the angle between its gradient and what the gradients of the others span (angles scaled
  // to the model's size): 0 if it says nothing new, 1 if it has nothing to do with them.
  double independence = 1;
  std::vector<std::string> parts;  // the joints and drives that depend on each other in it
  Span origin;                     // of the last of these
};

// At the positions of y. Large mechanisms are not examined: an independence of 1.
WeakestConstraint weakest_constraint(const Model& model, const double* y, Workspace& workspace);

// The motion on the far side of a change point that the run has all but come to, where the solver's
// steps die as the constraints no longer tell its two ways apart. The one of continuous velocity is
// followed: the motion before, which is smooth, is carried across as a polynomial, and brought back
// onto the constraints where they hold it again. Nothing where the run has come to no such point,
// or no such motion keeps constraints and energy within the tolerance.
struct FarSide {
  double t = 0;
  std::vector<double> y;
  std::string parts;  // the joints and drives that depend on each other in between
};
std::optional<FarSide> across_change_point(const Model& model, const Run& run, const Mode& mode,
                                           double t_end, Workspace& workspace);

// Why no accelerations can be found at t and y: in words of a singular configuration if there is
// one.
Failure undetermined(const Model& model, double t, const double* y, Workspace& workspace);

// Adds to the failure of a run that its mechanism has come to such a configuration, if it has;
// `start` is where it came from.
void explain_singular(const Model& model, const double* start, const double* y, Failure& failure,
                      Workspace& workspace);

}  // namespace mbs
