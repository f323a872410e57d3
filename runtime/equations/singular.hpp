// Configurations in which constraints depend on each other: dead points and change points.
#pragma once

#include <string>
#include <vector>

#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// The constraint that says least beside those before it.
struct WeakestConstraint {
  // Sine of the angle between its gradient and what the gradients of the others span (angles scaled
  // to the model's size): 0 if it says nothing new, 1 if it has nothing to do with them.
  double independence = 1;
  std::vector<std::string> parts;  // the joints and drives that depend on each other in it
  Span origin;                     // of the last of these
};

// "`a`, `b` and `c`", as parts are told.
std::string listed(const std::vector<std::string>& names);
// The independence of that constraint at the positions of y; 1 if there is none, and for large
// mechanisms.
double independence(const Model& model, const double* y, const Mode* mode, Workspace& workspace);
// At the positions of y. Large mechanisms are not examined: an independence of 1.
WeakestConstraint weakest_constraint(const Model& model, const double* y, const Mode* mode,
                                     Workspace& workspace);

// Why no accelerations can be found now: in words of a singular configuration if there is one.
Failure undetermined(const Model& model, const Instant& now, Workspace& workspace);

// Adds to the failure of a run that its mechanism has come to such a configuration, if it has;
// `start` is where it came from.
void explain_singular(const Model& model, const double* start, const double* y, const Mode* mode,
                      Failure& failure, Workspace& workspace);

}  // namespace mbs
