#include "lang/scenario/island_obstacles.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mbs::ir {

bool is_rigid(const Scenario& s, const ContactGroup& group) {
  return std::ranges::any_of(group.laws,
                             [&](LawId law) { return law.valid() && s.laws[law.index].rigid(); });
}

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
  // A run gives each of their pairs a contact of its own.
  for (const ContactGroup& group : s.groups)
    if (!first && is_rigid(s, group))
      first = Obstacle{fmt::format("rigid `contacts {}`", group.name), group.origin};
  if (!first && s.groups.empty()) first = Obstacle{"there are no `contacts`", {}};
  return first;
}

}  // namespace mbs::ir
