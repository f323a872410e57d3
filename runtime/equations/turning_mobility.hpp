// What resists rolling and spinning at rigid contacts, in the linear systems of constrained motion:
// how the mechanism gives way to its moments.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "runtime/equations/rigid.hpp"
#include "runtime/impact/turning.hpp"

namespace mbs {

// The constrained system at an instant, with so many rows of constraints.
struct Constrained {
  Kkt& kkt;
  int rows = 0;
};

// Unit moments at contacts of a Mobility: what they do to turning, to the contacts, to all motions
// and to the constraints. Places are those of impact::Turns.
struct TurningMobility {
  impact::Turns turns;
  std::vector<HoldRow> rows;
  Eigen::MatrixXd motion, reactions;
  bool any() const { return !turns.bounds.empty(); }
};
// What turns in a blow at t, at the present speeds of the placed bodies. False if it cannot be
// solved.
bool find_turning_mobility(const Model& model, Constrained system, double t,
                           const Mobility& contacts, Workspace& workspace, TurningMobility& out);

// What the moments of those that turn at a contact do to what is decided together, for FN = 1 N
// there: a column for D. Those that stick are held elsewhere. Empty if nothing turns there.
std::optional<Eigen::VectorXd> pushed_by_turning(const Model& model, Constrained system,
                                                 const Instant& now, int contact,
                                                 const Mobility& contacts, Workspace& workspace);

}  // namespace mbs
