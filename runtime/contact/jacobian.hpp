// Derivatives of what a contact exerts.
#pragma once

#include "runtime/contact/forces.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// The unknown of a column; negative for ground's.
int contact_column(const Layout& layout, const ContactModel& contact, int index, int column);
// Fills the block; only the gap rate's part if the contact does not act. `block` may be larger.
void contact_block(const Model& model, const LiveContact& contact, double t,
                   const ContactForce& force, Workspace& workspace, ContactBlock& block);

}  // namespace mbs
