// What a law sees of the curvature of two shapes.
#pragma once

#include "runtime/contact/geometry.hpp"
#include "runtime/geometry/elliptic_contact.hpp"

namespace mbs {

// The radii of a contact that begins here, m.
EqualRadii contact_radii(const ContactModel& contact, const ContactPair& at);

}  // namespace mbs
