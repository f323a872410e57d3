// Bringing coordinates and gap states of resting contacts together again.
#pragma once

#include <span>

#include "runtime/equations/kkt.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

struct GapTarget {
  int contact = 0;
  double gap = 0;  // m, what the coordinates are to say
};

// Adds the gradient of a contact's gap by small motions; returns the gap, m.
double gap_row(const Model& model, int contact, const Placement& at, SparseRow& row);

// Moves q by the least amount (in the mass metric) that gives the contacts these gaps and keeps all
// constraints that act. A resting contact's force comes from its gap state, so this does not change
// forces. The last `soft` targets may hold what others hold as well. False, with y as it was, if no
// such move exists.
bool align_gaps(const Model& model, double t, double* y, std::span<const GapTarget> targets,
                int soft, const Mode* mode, Workspace& workspace);

}  // namespace mbs
