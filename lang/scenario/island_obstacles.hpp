// Which models can be moved island by island: `simulate … { islands = true }`.
#pragma once

#include <optional>
#include <string>

#include "lang/scenario/scenario.hpp"

namespace mbs::ir {

struct Obstacle {
  std::string what;  // "joint `axle`"
  Span origin;       // empty: something is missing
  const char* hint = "";
};

// What comes first of all that keeps bodies from doing nothing but fall and meet by `contacts`:
// joints, then drives, forces, springs, states, contacts of two. Nothing if islands suit.
std::optional<Obstacle> obstacle_to_islands(const Scenario& scenario);
// Whether one of its laws is rigid.
bool is_rigid(const Scenario& scenario, const ContactGroup& group);

}  // namespace mbs::ir
