// Contacts among many bodies: which pairs may touch is found as they move, so nothing of a pair is
// an unknown. What a pair remembers lives in the mode, from just before it closes until it has
// opened. The laws of such pairs have no states, no memory of loading and do not stick.
#pragma once

#include "runtime/contact/forces.hpp"
#include "runtime/contact/jacobian.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// The contact of two members, the one of the lower twin class first: its law was made for that
// order.
ContactModel pair_model(const GroupModel& group, int first, int second);
// Is the force independent of how the bodies are turned and how they spin?
bool slides_freely(const Model& model, const ContactModel& contact);

// Two members of a group that touch; the contact is their pair_model.
struct ClosedPair {
  const GroupModel& group;
  const ContactModel& contact;
  const PairMode& mode;
};
// Force of a closed pair at the present placement. False if the law failed.
bool pair_force(const Model& model, const ClosedPair& pair, double t, Workspace& workspace,
                ContactForce& out);
// Its derivatives, for an acting force.
void pair_block(const Model& model, const ClosedPair& pair, double t, const ContactForce& force,
                Workspace& workspace, ContactBlock& block);
// Checks `require` and `warn if` of a closed pair's law. Only in laws that have any does this cost
// something.
void pair_checks(const Model& model, const GroupModel& group, const PairMode& pair,
                 const Instant& now, Workspace& workspace, LawChecks& checks);
// Number of closed pairs.
int closed_pairs(const GroupMode& mode);
// Largest penetration of a group's closed pairs at a placement, m.
double deepest(const Model& model, int group, const GroupMode& mode, const Placement& at);

}  // namespace mbs
