// Rotations that are driven, in space: of a body against the world, or of the second end of a ball
// joint against the first.
//
// Q(t) is what is asked for, in the axes of A; the axes of A Q are led by the clock. Rows hold
//   g = (R_A F q_i).(R_B b_j) = 0        q_i the columns of Q, F the axes of A in its body
// for (i, j) = (x, y), (y, z), (z, x), as a weld does. With W the spin of Q, and u = R_A F q,
//   dg/dt = G v + (R_A F q').w,   q' = W x q,   q'' = W' x q + W x (W x q)
#pragma once

#include "runtime/model/evaluation.hpp"

namespace mbs {

std::vector<PairFunction> rows_of_driven_rotation(const Model& model, int drive);
// Takes over what the tapes of a drive give, with the second rates if they are there.
void lead_rotation(const Model& model, int drive, bool second, Workspace::Impl& workspace);
inline bool is_led(const ConstraintRow& row) {
  return row.terms[0].function.led >= 0;
}
// What stands for the f' or f'' of a row, with the bodies placed: dg/dt = G v - f', and what is
// missing in G v' = f'' - bias.
double led_rate(const ConstraintRow& row, const Workspace::Impl& workspace, int order);
// Derivatives of -f' by places.
Local led_rate_by_place(const ConstraintRow& row, const Workspace::Impl& workspace);
// How far what is and what is asked for are turned apart, rad: rows hold for half a turn, too.
double led_error(const Model& model, int drive, const Placement& at);
// The spin that is asked for, rad/s.
double led_spin(const ConstraintRow& row, const Workspace::Impl& workspace);

}  // namespace mbs
