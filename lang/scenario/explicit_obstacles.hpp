// Which models explicit steps do not suit: `simulate … { integrator = explicit }`.
#pragma once

#include <string>

#include "lang/scenario/island_obstacles.hpp"

namespace mbs::ir {

// What comes first of all that such steps can never follow: friction in joints; forces and states
// that see accelerations or reactions; contacts by force that stick; contacts among many. `what` is
// a sentence.
std::optional<Obstacle> obstacle_to_any_explicit(const Scenario& scenario);
// The same of a run that has no other steps: rigid contacts, too, which these follow while open.
std::optional<Obstacle> obstacle_to_explicit(const Scenario& scenario);
// How that is told, and what is to be done about it.
inline std::string unsuited_text(const std::string& what) {
  return "explicit steps do not suit this model: " + what;
}
inline constexpr const char* instead_of_explicit =
    "leave `integrator` out: IDA goes on where explicit steps cannot";
// Does a value at an instant depend on accelerations or reactions there?
bool sees_rates(const Slot& slot);

}  // namespace mbs::ir
