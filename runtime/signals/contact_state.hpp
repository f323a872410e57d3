// What others ask of a contact at an instant.
#pragma once

#include "runtime/model/workspace.hpp"

namespace mbs {

ContactState contact_state(const Model& model, int contact, const Instant& now,
                           Workspace& workspace);
// contact_state where the poses are set already.
ContactState placed_contact_state(const Model& model, int contact, const Instant& now,
                                  Workspace& workspace);

}  // namespace mbs
