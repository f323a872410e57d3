// Bodies that joints or drives hold, in the linear systems of a step. All others give way by their
// own mass alone, so the cost of a step grows with them linearly.
#pragma once

#include <span>
#include <vector>

#include "runtime/equations/kkt.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

class LinkedBodies {
 public:
  // `mode` says which rows act, and outlives this.
  LinkedBodies(const Model& model, const Mode& mode);
  bool any() const { return !columns_.empty(); }
  bool has(int column) const { return place_[column] >= 0; }  // of v
  std::span<const int> columns() const { return columns_; }   // of v, of all linked bodies

  // Takes over the constraints at the present placement, with speeds as drives give them at t (s).
  // False if a drive has no value.
  bool set_constraints(double t, Workspace& w);
  // Adds to v what `impulses` (N s, by column) make of it such that the constraints hold for the
  // mean of v before and after. False if they contradict each other.
  bool push(std::span<const double> impulses, std::vector<double>& v);
  // Change of v by a unit impulse along the row, by place in `columns`; then the impulses of
  // constraints.
  bool respond(std::span<const int> columns, std::span<const double> row,
               std::vector<double>& change, std::vector<double>& reaction);
  // Impulses of the constraints of this step: those of `push`, what contacts add, and what it takes
  // to move v onto the constraints at its end.
  std::span<double> reactions() { return reactions_; }
  // J, what drives gave in the step.
  double input() const;

  // Moves q onto the constraints at t with the least change in the metric of masses, then v.
  // `given` grows by what drives give on the way, J. False if that fails.
  bool project(double t, double* y, double& given, Workspace& w);

 private:
  std::size_t rows(bool positions, Workspace& w);
  bool move_onto(double t, double* y, Workspace& w);
  bool turn_onto(double* y, double& given, Workspace& w);

  const Model& model_;
  const Mode& mode_;
  std::vector<int> columns_, place_;
  std::vector<double> masses_;
  std::vector<SparseRow> rows_;
  Kkt middle_, places_, speeds_;
  std::vector<double> x_, p_, reactions_, wanted_;  // wanted_: G v by row
  std::vector<double> moves_;                       // by column of v
};

}  // namespace mbs
