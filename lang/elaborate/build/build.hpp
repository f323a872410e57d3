// One scenario from its syntax trees: the stages in order.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Collects names, makes objects, fills the scenario, then lets `act` compile the actions.
std::unique_ptr<World> build_world(Elaboration& elaboration, Diagnostics& diagnostics,
                                   std::vector<SweepBinding> bindings,
                                   const std::function<void(World&)>& act);

}  // namespace mbs::elaborate
