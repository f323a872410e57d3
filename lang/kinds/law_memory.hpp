// Which inputs of laws contacts have to remember.
#pragma once

#include "lang/expression/slot.hpp"

namespace mbs {

// Whether a contact has to remember how it turned for a law that sees this slot: its row says so.
bool is_remembered(SlotKind slot);
// Whether this slot keeps the value with which a contact began.
bool is_latched(SlotKind slot);

}  // namespace mbs
