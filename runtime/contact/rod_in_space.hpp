// A capsule on a smooth convex body in space (runtime/geometry/rod_touch.hpp).
#pragma once

#include "runtime/contact/smooth_in_space.hpp"

// See ShapePair; the capsule is the first, or the second body's.
namespace mbs::rod {

void first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
void second(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
MotionRows rate_of_first(const ContactModel& c, const ContactPair& at);
MotionRows rate_of_second(const ContactModel& c, const ContactPair& at);
EqualRadii radii_of_first(const ContactModel& c, const ContactPair& at);
EqualRadii radii_of_second(const ContactModel& c, const ContactPair& at);

}  // namespace mbs::rod
