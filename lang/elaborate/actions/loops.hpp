// Loops of actions: what only a run counts, and tables that several rounds fill.
#pragma once

#include "lang/elaborate/values/rounds.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A loop over what only a run fills; empty, with E0306, where no run is finished. `compile` does so
// with its body in the scope of a round.
std::optional<ir::Loop> compile_late_loop(
    World& world, const ast::For& node, const ast::Statement& statement, const RoundsOf& rounds,
    Scope& scope, const std::function<void(Scope&, std::vector<ir::Action>&)>& compile);

// Rounds of one loop have left the actions from `first` on: all but the last that fill a table
// leave it open.
void leave_tables_open(std::vector<ir::Action>& actions, std::size_t first);

}  // namespace mbs::elaborate
