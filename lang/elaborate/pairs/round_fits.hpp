// What journals in space and balls in their sockets ask for.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Reports attributes that a journal needs, or that a ball in its socket has no use for.
bool check_round_fit_in_space(World& world, Object& contact);

}  // namespace mbs::elaborate
