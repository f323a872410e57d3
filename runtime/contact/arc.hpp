// A circle against an arc: what lies outside a circle within a sector, as far as its thickness
// goes. The face of the arc, its two ends, behind them the straight sides of the sector, and where
// these end an outer face; gap and normal are continuous over all of them.
#pragma once

#include "runtime/contact/geometry.hpp"

namespace mbs::arc {

// The middle of the sector is along (nx, ny) of the contact model in the axes of the arc's body,
// its half angle is `arc_half`. See ShapePair for what each does.
void gap_in_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void gap_in_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void touch_in_first(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void touch_in_second(const ContactModel& c, const ContactPair& at, ContactGeometry& g);
void turn_in_first(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                   ContactDerivatives& out);
void turn_in_second(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                    ContactDerivatives& out);

}  // namespace mbs::arc
