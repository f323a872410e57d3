// Closed forms of circles and planes: gap and normal, contact point, derivatives.
#pragma once

#include "runtime/contact/geometry.hpp"

// Two circles beside each other, one inside the other, and a circle on a plane that belongs to the
// first body or to the second; see ShapePair for what each function does.
namespace mbs::round {

void gap_outside(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void gap_inside(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void gap_on_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void gap_on_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g);

void touch_outside(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void touch_inside(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void touch_on_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void touch_on_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g);

void turn_outside(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                  ContactDerivatives& out);
void turn_inside(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                 ContactDerivatives& out);
void turn_on_first(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                   ContactDerivatives& out);
void turn_on_second(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                    ContactDerivatives& out);

// For others whose surfaces are parts of these. The contact point is measured from a convex circle,
// from the second one if the first is hollow or a plane: it lies the radius and a part of the gap
// along the normal.
void contact_point(const ContactModel& c, const ContactPair& at, bool second, ContactGeometry& g);
// d (direction of the normal)/dq, of the line between the ends of both arms, `g.distance` long; -1:
// against it.
Local turn_between_centres(const ContactPair& at, double sign, const ContactGeometry& g);
// Those of the contact point; those of the normal's angle are known.
void point_derivatives(const ContactModel& c, const ContactPair& at, bool second,
                       const ContactGeometry& g, ContactDerivatives& out);

}  // namespace mbs::round
