// Which models explicit steps do not suit: `simulate … { integrator = explicit }`.
#pragma once

#include "lang/scenario/island_obstacles.hpp"

namespace mbs::ir {

// What comes first of all that such steps cannot follow: friction in joints;
// forces and states that see accelerations or reactions; contacts that stick or are rigid; contacts
// among many. `what` is a sentence.
std::optional<Obstacle> obstacle_to_explicit(const Scenario& scenario);
// Does a value at an instant depend on accelerations or reactions there?
bool sees_rates(const Slot& slot);

}  // namespace mbs::ir
