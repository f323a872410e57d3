// The end circle of a journal in a bore, in space.
//
// The bore has the axis a through B, the journal the axis b; its rim of radius R lies about E.
// Along u, square to a, the rim reaches as far as u.(E - B) + R sqrt(1 - (u.b)^2): what it looks
// like along the bore is an ellipse. It is nearest to the wall where that is most, and the normal
// is u there. A tilt alone makes it reach less than R, by up to half of R times the tilt squared.
#pragma once

#include "runtime/contact/round_in_space.hpp"

namespace mbs::round {

// The first body's rim in the second body's bore; see ShapePair.
void rim_in_bore(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
MotionRows rim_rate_by_place(const ContactModel& c, const ContactPair& at);

}  // namespace mbs::round
