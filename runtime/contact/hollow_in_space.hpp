// A convex body in a socket or in a bore, in space: where it is farthest from the centre or the
// axis (runtime/geometry/farthest.hpp).
#pragma once

#include "runtime/contact/smooth_in_space.hpp"

// See ShapePair; the body is the first, or the second one's.
namespace mbs::hollow {

void body_first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
void body_second(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
MotionRows rate_of_body_first(const ContactModel& c, const ContactPair& at);
MotionRows rate_of_body_second(const ContactModel& c, const ContactPair& at);
EqualRadii radii_of_body_first(const ContactModel& c, const ContactPair& at);
EqualRadii radii_of_body_second(const ContactModel& c, const ContactPair& at);

}  // namespace mbs::hollow
