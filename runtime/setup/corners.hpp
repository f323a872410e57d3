// Corners at the start: contacts that stand on two sharp ones at once, where the direction of the
// force is undecided, and bodies that are in each other although no corner is.
#pragma once

#include "lang/diagnostics/diagnostics.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

// Contacts at which a sharp corner stands on another: the normal is undecided.
void report_corners_on_corners(const Model& model, const Placement& at, Diagnostics& diagnostics);
// In space: bodies that touch by their corners, in each other where edges of theirs cross.
void report_unseen_overlaps(const Model& model, const Assembly& start, Diagnostics& diagnostics);

}  // namespace mbs
