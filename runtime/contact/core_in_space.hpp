// A ball on a box, a cylinder or a capsule in space: how far its centre is from the other's core
// (runtime/geometry/core_distance.hpp).
#pragma once

#include "runtime/contact/smooth_in_space.hpp"

// See ShapePair; the ball is the first, or the second body's.
namespace mbs::core {

void ball_first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
void ball_second(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
MotionRows rate_of_ball_first(const ContactModel& c, const ContactPair& at);
MotionRows rate_of_ball_second(const ContactModel& c, const ContactPair& at);
EqualRadii radii_of_ball_first(const ContactModel& c, const ContactPair& at);
EqualRadii radii_of_ball_second(const ContactModel& c, const ContactPair& at);

}  // namespace mbs::core
