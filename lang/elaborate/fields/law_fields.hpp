// What laws of contacts, and friction in joints, can be asked for.
#pragma once

#include <optional>

#include "lang/elaborate/fields/asked.hpp"

namespace mbs::elaborate {

// Parameters, parts and states of a contact's laws, or of a joint's friction: constants are known
// at once. `pin`: of a joint, which of its pins.
std::optional<Value> law_signal(const Asked& a, SlotKind of, int pin = 0);
// What only a joint with friction has.
std::optional<Value> friction_field_of(const Asked& a);

}  // namespace mbs::elaborate
