// What is told of the word under a pointer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "service/project.hpp"

namespace mbs {

struct Hover {
  std::string text;  // lines; empty if there is nothing to tell but the value
  // A param or `let` of the script, whose value may be known before any run; empty: none.
  std::string constant;
};

// What is told at byte `offset` of the project's first script. Empty where nobody asks for a name.
std::optional<Hover> hover(const Project& project, std::size_t offset);

}  // namespace mbs
