// Corners of two rigid bodies that meet: what may keep a run from going on there.
#pragma once

#include <optional>
#include <string>

#include "runtime/model/workspace.hpp"

namespace mbs {

// A sentence that names two rigid contacts of the same two bodies that touch at the same point, a
// corner of each body: there two faces end, and which way the bodies push each other is not known.
std::optional<std::string> corners_that_meet(const Model& model, const double* y,
                                             Workspace& workspace);
// Whether a closed corner has come past an end of its edge, or its face, but for what instants are
// found to. One that stands just at an end, as in a tower of blocks, has not.
bool has_left_edge(const Model& model, const double* y, const Mode& mode, int contact);
// In space: a sentence that names a rigid contact whose corner comes to an end of the face on which
// it stands, while an edge of its body lies in that face: from here on two edges would cross, and
// no contact is there. Empty where another contact of the same bodies is at that place.
std::optional<std::string> edge_without_contact(const Model& model, const double* y,
                                                const Mode& mode, int contact,
                                                Workspace& workspace);
constexpr const char* past_corners =
    "a law of force for this contact, or steps of fixed length (`method = stepping`), go past such "
    "an instant";

}  // namespace mbs
