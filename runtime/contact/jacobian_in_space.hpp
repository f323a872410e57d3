// Derivatives of what a contact in space exerts.
#pragma once

#include "runtime/contact/turning.hpp"
#include "runtime/model/contact_block.hpp"

namespace mbs {

// The law's partials are known where the contact acts; else only the gap rate's part is filled in.
void block_in_space(const Model& model, const LiveContact& contact, const ContactForce& force,
                    const Placement& at, const TurningSlopes& turning, ContactBlock& block);

}  // namespace mbs
