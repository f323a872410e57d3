#include "cli/view/rewrite.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "cli/view/controls.hpp"

namespace mbs {

namespace {

// Pages know places of the last text that could be read; the file may have others since.
std::optional<std::size_t> place_of(const Replacement& one, const std::vector<Control>& controls) {
  const auto named = [&](const Control& control) { return control.name == one.name; };
  const auto found = std::ranges::find_if(controls, named);
  if (std::ranges::count_if(controls, named) != 1 || found->text != one.was) return {};
  return found->at;
}

}  // namespace

std::optional<std::string> rewritten(std::string text, const std::vector<Replacement>& all,
                                     std::string& lost) {
  Compiled read;
  read.sources.add("", text);
  const std::vector<Control> controls = controls_of(read, {});
  // Places before a replaced one stay where they are.
  std::map<std::size_t, const Replacement*, std::greater<>> places;
  for (const Replacement& one : all) {
    const auto place = place_of(one, controls);
    if (!place) {
      lost = one.name;
      return std::nullopt;
    }
    places[*place] = &one;
  }
  for (const auto& [place, one] : places) text.replace(place, one->was.size(), one->now);
  return text;
}

}  // namespace mbs
