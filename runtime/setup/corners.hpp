// Contacts that start on two sharp corners at once, where the direction of the force is undecided.
#pragma once

#include "lang/diagnostics/diagnostics.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

// Contacts at which a sharp corner stands on another: the normal is undecided.
void report_corners_on_corners(const Model& model, const Placement& at, Diagnostics& diagnostics);

}  // namespace mbs
