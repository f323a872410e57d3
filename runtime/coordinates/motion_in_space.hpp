// Private to runtime: between joint coordinates and absolute ones in space; see motion.hpp, whose
// functions call these.
#pragma once

#include <span>

#include "runtime/coordinates/tree_state.hpp"

namespace mbs::spatial {

void expand(const Model& model, const double* reduced, double* y, TreeState& state);
void place_bodies(const Model& model, const double* y, const TreeState& state, Placement& at);
void expand_rates(const Model& model, const double* reduced, const double* rates, double* yp,
                  TreeState& state);
void expand_motion(const Model& model, const double* reduced, const double* rates, double* y,
                   double* yp, TreeState& state);
// q' of bodies as they move.
void put_place_rates(const Layout& layout, const SpatialTreeState& state, double* yp);
void reduce(const Model& model, const double* y, const double* yp, double* reduced, double* rates,
            TreeState& state);
void contract(const Model& model, const AbsoluteResidual& r, const double* reduced,
              const double* rates, double* out, TreeState& state);

}  // namespace mbs::spatial
