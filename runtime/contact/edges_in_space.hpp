// Two sharp edges in space, each of a body with flat faces: see ShapePair.
//
// They touch where they cross, along the normal that is square to both, if both bodies lie on their
// own side of the plane that it belongs to. Everywhere else, at their ends and where other parts of
// the bodies are nearer, corners and faces meet, and the edges are apart.
#pragma once

#include "runtime/contact/round_in_space.hpp"
#include "runtime/geometry/elliptic_contact.hpp"

namespace mbs::edges {

void touch(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
MotionRows rate_by_place(const ContactModel& c, const ContactPair& at);
EqualRadii radii(const ContactModel& c, const ContactPair& at);

}  // namespace mbs::edges
