// Two capsules in space: balls that slide along their axes to where they are nearest.
#pragma once

#include "runtime/contact/smooth_in_space.hpp"

// See ShapePair.
namespace mbs::rods {

void touch(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
MotionRows rate_by_place(const ContactModel& c, const ContactPair& at);
EqualRadii radii(const ContactModel& c, const ContactPair& at);

}  // namespace mbs::rods
