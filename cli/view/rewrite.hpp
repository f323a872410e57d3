// What pages of `mbs view` have set, written into the script in place of its own values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mbs {

struct Replacement {
  std::string name, was, now;  // of a param: its value as the script had it, and as it is to be
  std::size_t begin = 0;       // where `was` stands, in bytes
};

// The text with all of them. Empty, with the name of the param in `lost`, if one has another value
// there by now.
std::optional<std::string> rewritten(std::string text, std::vector<Replacement> all,
                                     std::string& lost);

}  // namespace mbs
