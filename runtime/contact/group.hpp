// Contacts among many bodies: which pairs may touch is found as they move, so nothing of a pair is
// an unknown. What a pair remembers lives in the mode, from just before it closes until it has
// opened. The laws of such pairs have no states, no memory of loading and do not stick. What a pair
// exerts is found as of any other contact, see LiveContact.
#pragma once

#include "runtime/model/model_impl.hpp"

namespace mbs {

// The contact of two members, the one of the lower twin class first: its law was made for that
// order.
ContactModel pair_model(const GroupModel& group, int first, int second);
// Is the force independent of how the bodies are turned and how they spin?
bool slides_freely(const Model& model, const ContactModel& contact);

// Number of closed pairs.
int closed_pairs(const GroupMode& mode);
// Largest penetration of a group's closed pairs at a placement, m.
double deepest(const Model& model, int group, const GroupMode& mode, const Placement& at);

}  // namespace mbs
