// Gap, normal, contact point and relative velocity of two shapes, with their derivatives.
#pragma once

#include "runtime/contact/geometry.hpp"

namespace mbs {

double contact_gap(const ContactModel& contact, const ContactPair& at);
// In the plane gap, normal, contact point and levers alone.
void touch_geometry(const ContactModel& contact, const ContactPair& at, ContactGeometry& out);
void contact_geometry(const ContactModel& contact, const ContactPair& at, ContactGeometry& out);
void contact_derivatives(const ContactModel& contact, const ContactPair& at,
                         const ContactGeometry& g, ContactDerivatives& out);

}  // namespace mbs
