// Closed forms of circles and planes: gap and normal, contact point, derivatives.
#pragma once

#include "runtime/contact/geometry.hpp"

// Of two circles beside each other, one inside the other, and of a circle on a plane that belongs
// to the first body or to the second; see ShapePair for what each does.
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

}  // namespace mbs::round
