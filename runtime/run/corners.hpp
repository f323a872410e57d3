// Corners of two rigid bodies that meet: what may keep a run from going on there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// A sentence that names two rigid contacts of the same two bodies that touch at the same point, a
// corner of each body: there two faces end, and which way the bodies push each other is not known.
std::optional<std::string> corners_that_meet(const Model& model, const double* y,
                                             Workspace& workspace);
// All unknowns of motion as they would be so much later, s, if nothing changed.
std::vector<double> soon(const Model& model, const Instant& now, double time);
// m, and a time in which speeds change by next to nothing, s.
struct Way {
  double length = 0, brief = 0;
};
// The time in which a closed contact slides on by that way, as it is accelerated now, s; infinite
// if it stands, or stops before.
double time_for(const Model& model, const Instant& now, int contact, const Way& way,
                Workspace& workspace);
// Whether a closed corner comes past the end of its edge, or its face, within that time, as it
// moves now. One that stands still at an end, as in a tower of blocks, does not.
bool leaves_within(const Model& model, const Instant& now, int contact, double time);
constexpr const char* past_corners =
    "a law of force for this contact, or steps of fixed length (`method = stepping`), go past such "
    "an instant";

}  // namespace mbs
