// Derivatives of what resists turning at a contact where it can stick, see Turning: its moment, and
// the turning that it holds.
#pragma once

#include "runtime/contact/forces.hpp"
#include "runtime/model/contact_block.hpp"

namespace mbs {

// The law's partials are known where it acts; else nothing is filled in.
void turning_block(const Model& model, const LiveContact& contact, const ContactForce& force,
                   const Placement& at, ContactBlock& block);

}  // namespace mbs
