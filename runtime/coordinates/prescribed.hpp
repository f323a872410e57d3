// Joint coordinates whose motion a drive gives: what becomes of the equations.
#pragma once

#include "runtime/elements/drives.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Finds the drives that move one coordinate each, without conditions, and marks their rows as
// replaced. After the tree's coordinates are chosen, before its unknowns are numbered.
void find_given(Model& model);
// Chooses the unknowns that are left; after the pattern in all joint coordinates is known.
void eliminate(Tree& tree);

// The solver's unknowns to the tree's; given coordinates are left as they are.
void spread_unknowns(const PrescribedCoordinates& prescribed, const double* unknowns,
                     double* reduced);
// A coordinate that a drive gives at t, s, from the values of drives that the workspace has; of an
// even motion from t alone.
struct GivenMotion {
  double place = 0, speed = 0, acceleration = 0;
};
inline GivenMotion given_motion(const Model& model, const GivenCoordinate& given, double t,
                                const Workspace::Impl& workspace) {
  if (given.uniform) return {given.start + given.rate * t, given.rate, 0};
  const auto value = [&](int order) {
    return given.sign * drive_value(model, model.rows[given.row], workspace, order);
  };
  return {value(0) + given.offset, value(1), value(2)};
}
// Given coordinates, speeds and accelerations at t, s; the workspace has the drives' values then if
// they are needed.
void prescribe(const Model& model, double t, Workspace& workspace, double* reduced, double* rates);
// The tree's residual to the solver's, at its `unknowns`.
void eliminate_in_residual(const Tree& tree, const double* unknowns, const double* reduced,
                           const double* r, double* out);
// The tree's unknowns, rates or weights to the solver's.
void gather_unknowns(const PrescribedCoordinates& prescribed, const double* reduced, double* out);
void eliminate_in_jacobian(const Tree& tree, const double* reduced, const double* entries,
                           double* values);

}  // namespace mbs
