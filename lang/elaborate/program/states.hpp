// States outside laws, `state i: A = 0` and `i' = …`: names first, their rates once all are known.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// `state i: A = 0` outside laws, and its rate `i' = …`, once all names are known.
void make_state(World& world, const ast::Statement& statement, const ast::State& state,
                Scope& scope);
void settle_rates(World& world);

}  // namespace mbs::elaborate
