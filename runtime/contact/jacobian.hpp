// Derivatives of what a contact exerts.
#pragma once

#include "runtime/contact/forces.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

ContactBlock empty_block(int states);
// The unknown of a column; negative for ground's.
int contact_column(const Layout& layout, const ContactModel& contact, int index, int column);
// The columns of an acting force from its law's outputs and partials.
void fill_columns(const LawTapes& law, const ContactModel& contact, const ContactForce& force,
                  const ContactDerivatives& geometry, const std::vector<double>& partials,
                  ContactBlock& block);
// Fills the block; only the gap rate's part if the contact does not act. `block` may be larger.
void contact_block(const Model& model, int contact, const Instant& now, const ContactForce& force,
                   Workspace& workspace, ContactBlock& block);

}  // namespace mbs
