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
struct GapTargets {
  std::span<const GapTarget> list;
  int soft = 0;  // so many at the end may hold what others hold as well
};

// Adds the gradient of a contact's gap by small motions; returns the gap, m. `edge`: see
// ContactMemory.
double gap_row(const Model& model, int contact, const Placement& at, SparseRow& row, int edge = -1);

// Moves q by the least amount (in the mass metric) that gives the contacts these gaps and keeps all
// constraints that act. A resting contact's force comes from its gap state, so this does not change
// forces. False, with y as it was, if no such move exists, or if one makes it worse: a gap that
// jumps, at corners.
bool align_gaps(const Model& model, double t, double* y, const GapTargets& targets,
                const Mode* mode, Workspace& workspace);

}  // namespace mbs
