// Where a name is used, and another name for it, over all scripts of a project. `offset` is a byte
// of the project's first script.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lang/text/source.hpp"
#include "service/project.hpp"

namespace mbs {

using Places = std::map<int, std::vector<Span>>;  // by file, in the order of its text

// All that refer to what the name means, where it is defined among them. None if it means nothing.
Places places_of(const Project& project, std::size_t offset);

// What would be renamed, in the first script; or why nothing can be; neither of both where there is
// no name.
struct Renamable {
  std::optional<Span> name;
  std::string refusal;
};
Renamable renamable_at(const Project& project, std::size_t offset);

// Each place gets the new name; with a refusal there is none.
struct Renaming {
  Places places;
  std::string refusal;
};
// All names of all files mean afterwards what they meant before.
Renaming rename(const Project& project, std::size_t offset, const std::string& name);

}  // namespace mbs
