// The nearest name to one that does not exist.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// The candidate within a small edit distance of `name` (letter case counts less), if any.
std::optional<std::string> suggest(std::string_view name,
                                   const std::vector<std::string>& candidates);

}  // namespace mbs
