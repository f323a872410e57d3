// Constraint rows of joints.
#pragma once

#include "runtime/model/evaluation.hpp"

namespace mbs {

// The coordinate of a joint's second end relative to its first, if it has one: rad or m.
// All of them, in space, in the order of ir::Joint.
std::vector<PairFunction> joint_coordinates(const Model& model, int joint);
std::optional<PairFunction> joint_coordinate(const Model& model, int joint);
// Rows of a joint; `assembled` rows take their constant (rod: length) from the assembled mechanism.
void add_joint_rows(const Model& model, int joint, std::vector<ConstraintRow>& rows);
// The rows of an ideal pin, in space of a ball joint, for assembling clearances.
void add_pin_rows(const Model& model, ir::FrameId first, ir::FrameId second,
                  std::vector<ConstraintRow>& rows);
// The rows of the ideal joint that a clearance of several contacts stands for: of a block in its
// guide prismatic, of a journal in space revolute, or cylindrical where it slides.
void add_ideal_rows(const Model& model, int joint, std::vector<ConstraintRow>& rows);
PairFunction frame_angle(const Model& model, ir::FrameId first, ir::FrameId second);
// Non-zeros of all rows.
void add_entries(Model& model);

// Values of Model::entries at a placement.
void fill_constraint_jacobian(const Model& model, const Placement& at, double* g);
// Those of one row, from its first entry on.
void fill_row(const ConstraintRow& row, const Placement& at, double* g);
// Is its value in rad? Else it is in m.
inline bool is_angle(const ConstraintRow& row) {
  return row.terms[0].function.angular();
}
// sum(terms) + constant of a row, without f(t).
double row_value(const ConstraintRow& row, const Placement& at);
// An error of a row, modulo its period.
double wrapped(const ConstraintRow& row, double error);
double row_rate(const ConstraintRow& row, const Placement& at);
// v^T (d2 f/dq2) v, of a function and of a row
double acceleration_bias(const PairFunction& function, const Placement& at);
double row_acceleration_bias(const ConstraintRow& row, const Placement& at);

}  // namespace mbs
