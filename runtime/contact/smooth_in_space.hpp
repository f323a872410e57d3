// Smooth convex bodies in space: on a plane, and on each other (runtime/geometry/solid_touch.hpp).
#pragma once

#include "runtime/contact/round_in_space.hpp"
#include "runtime/geometry/elliptic_contact.hpp"
#include "runtime/geometry/solid.hpp"

namespace mbs {

// What ContactModel::convex is of every pair here and in core_in_space.hpp.
struct SolidPair : ConvexPair {
  Solid one, other;  // the first body's, the second's; axes in those of the bodies
};
inline const SolidPair& solids_of(const ContactModel& c) {
  return static_cast<const SolidPair&>(*c.convex);
}

// See ShapePair.
namespace smooth {

void touch(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
MotionRows rate_by_place(const ContactModel& c, const ContactPair& at);
// The same where one of them is a core.
MotionRows crowned_rate_by_place(const ContactModel& c, const ContactPair& at);
EqualRadii radii(const ContactModel& c, const ContactPair& at);

// The plane is the first, the second body's.
void on_first(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
void on_second(const ContactModel& c, const ContactPair& at, bool derivatives, SpatialTouch& out);
EqualRadii radii_on_first(const ContactModel& c, const ContactPair& at);
EqualRadii radii_on_second(const ContactModel& c, const ContactPair& at);

}  // namespace smooth

}  // namespace mbs
