#include "lang/scenario/island_obstacles.hpp"

#include <fmt/format.h>

namespace mbs::ir {

std::optional<Obstacle> obstacle_to_islands(const Scenario& s) {
  std::optional<Obstacle> first;
  const auto look = [&first](const char* kind, const auto& things) {
    if (first || things.empty()) return;
    first = Obstacle{fmt::format("{} `{}`", kind, things.front().name), things.front().origin};
  };
  look("joint", s.joints);
  look("drive", s.drives);
  look("force", s.forces);
  look("spring", s.springs);
  look("state", s.states);
  look("contact", s.contacts);
  if (!first && s.groups.empty()) first = Obstacle{"there are no `contacts`", {}};
  return first;
}

}  // namespace mbs::ir
