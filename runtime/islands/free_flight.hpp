// Private to runtime: bodies in space on which nothing acts but gravity.
#pragma once

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Rates of a body's place (7) and motion (6) by free flight, as the equations of motion have them.
void free_rates(const MassEntry& mass, const Vector3& gravity, const double* place,
                const double* motion, double* rates);
// Moves all bodies from y to `next_y`, h seconds later, with the rates there; only their places and
// motions in y are read and written. A parabola, and a steady turn where all moments of inertia are
// the same: exact but for rounding. Any other top is followed in steps of at most `angle` rad,
// which err by angle^5/120 each.
void fly_in_space(const Model& model, const double* y, double h, double angle, double* next_y,
                  double* next_yp);
// Bound on how fast a body may ever turn while nothing acts on it, rad/s.
double fastest_turn(const MassEntry& mass, const double* motion);

}  // namespace mbs
