// `free`, `hold`, `engage`: what the body of a `when` switches.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Adds what the statement switches to the event, and marks it as something that changes. Reports
// E0416 and E0417.
void compile_switch(World& world, const ast::Switch& node, Scope& scope, ir::Event& event);

}  // namespace mbs::elaborate
