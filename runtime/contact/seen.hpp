// A contact as others see it: reports, events, steps.
#pragma once

#include <optional>
#include <vector>

#include "runtime/contact/forces.hpp"

namespace mbs {

// FT and vt as they are told. Friction that has no direction at rest (kinematics_in_space.hpp)
// counts as far as it pushes, and sliding without what rounds it off there.
double told_friction(const ContactForce& force);
double told_sliding(const ContactForce& force);
// By its force, of one that remembers `mode`.
ContactState state_of(const ContactForce& force, const ContactMode& mode);

}  // namespace mbs
