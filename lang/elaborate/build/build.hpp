// One scenario from its syntax trees: what is declared, then its actions, then what is told of
// both.
#pragma once

#include <memory>
#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Collects names and makes objects: a scenario with all but its actions, for them to be compiled
// into (lang/elaborate/actions/actions.hpp).
std::unique_ptr<World> declared_world(Elaboration& elaboration, Diagnostics& diagnostics,
                                      std::vector<SweepBinding> bindings);
// The scenario with its actions: checks what none of them has asked for, and notes what there is.
void finish(World& world);

}  // namespace mbs::elaborate
