// Which models can be moved in steps of fixed length: `simulate … { method = stepping }`, and which
// in no other way.
#pragma once

#include "lang/scenario/island_obstacles.hpp"

namespace mbs::ir {

// The first contact whose law says something else than the speed of departure from a blow, the
// first joint with friction, the first part that is switched. `what` is a sentence.
std::optional<Obstacle> obstacle_to_stepping(const Scenario& scenario);
// How it is told that a run cannot go on with another method, and what is to be done about it.
constexpr const char* other_method_text(bool begun_in_steps) {
  return begun_in_steps ? "a run in steps cannot go on without them"
                        : "a run that was not in steps cannot go on in steps";
}
inline constexpr const char* instead_of_other_method =
    "`continue` with the method of its `simulate`";
// The first group of contacts with a rigid law that has too many pairs for a contact of each.
std::optional<Obstacle> needs_stepping(const Scenario& scenario);

}  // namespace mbs::ir
