#include "cli/view/rewrite.hpp"

#include <algorithm>

namespace mbs {

std::optional<std::string> rewritten(std::string text, std::vector<Replacement> all,
                                     std::string& lost) {
  // Places before a replaced one stay where they are.
  std::ranges::sort(all, std::ranges::greater{}, &Replacement::begin);
  for (const Replacement& one : all) {
    if (one.begin > text.size() || text.compare(one.begin, one.was.size(), one.was) != 0) {
      lost = one.name;
      return std::nullopt;
    }
    text.replace(one.begin, one.was.size(), one.now);
  }
  return text;
}

}  // namespace mbs
