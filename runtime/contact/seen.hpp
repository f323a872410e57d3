// A contact as others see it: reports, events, steps.
#pragma once

#include <optional>
#include <vector>

#include "runtime/contact/forces.hpp"

namespace mbs {

// By its force, of one that remembers `mode`.
ContactState state_of(const ContactForce& force, const ContactMode& mode);

}  // namespace mbs
