// Which dimension a number must have where it stands, and what a value is shown in: what the
// compiler says of a unit that fits nowhere.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "lang/diagnostics/diagnostics.hpp"

namespace mbs {

// What is wrong with a text, with places in it counted from `begin` in `source`.
struct Trial {
  Diagnostics diagnostics;
  int source = 0;
  std::size_t begin = 0;
};
using TryText = std::function<Trial(const std::string& text)>;

// `quantity`: the byte where the number begins, or with `converts` the unit behind an `in`; what
// stands there up to `cursor` is replaced. Empty if nothing says what fits.
std::optional<Wanted> wanted_at(std::string_view text, std::size_t quantity, std::size_t cursor,
                                bool converts, const TryText& try_text);

}  // namespace mbs
