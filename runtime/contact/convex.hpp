// Contacts of shapes other than circles and planes among themselves.
#pragma once

#include "runtime/contact/geometry.hpp"

namespace mbs {

// Gap, normal, contact point and radii of curvature; `g.dx`, `g.dy` are set.
void convex_geometry(const ContactModel& contact, const ContactPair& at, ContactGeometry& g);
// Derivatives of the normal's angle and of the contact point.
void convex_derivatives(const ContactModel&, const ContactPair&, const ContactGeometry& g,
                        ContactDerivatives& out);

}  // namespace mbs
