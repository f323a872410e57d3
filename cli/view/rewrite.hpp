// What pages of `mbs view` have set, written into the script in place of its own values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mbs {

struct Replacement {
  std::string name, was, now;  // of a param: its value as the script had it, and as it is to be
};

// The text with all of them, each where the text itself says the value of its param. Empty, with
// the name of the param in `lost`, if one has another value there by now, none, or several.
std::optional<std::string> rewritten(std::string text, const std::vector<Replacement>& all,
                                     std::string& lost);

}  // namespace mbs
