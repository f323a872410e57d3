// The end face of a journal against a wall across its bearing, in space.
//
// The face has the radius R about E and the axis b; n points from it to the wall, s = |n x b|. Its
// rim reaches R s along n. Flat on flat that has a corner: which place of the rim touches jumps
// with the slightest tilt, and so does the moment. Faces are crowned a little in truth, and here by
// 1e-6 of their radius, as a flat ellipsoid:
//   reach = R (sqrt(s^2 + e^2 (n.b)^2) - e),  e = 1e-6
// which is 0 flat, and less than R s by e R at most. The touching place goes from the middle of
// the face to its rim within a few e of tilt.
#pragma once

#include "runtime/contact/round_in_space.hpp"

namespace mbs::round {

// The first body's face on the second body's plane; see ShapePair.
void face_on_plane(const ContactModel& c, const ContactPair& at, bool derivatives,
                   SpatialTouch& out);

}  // namespace mbs::round
