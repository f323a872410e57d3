// The params of a script as controls of a page: what each is, and between which values it is moved.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/environment/script.hpp"

namespace mbs {

struct Control {
  enum class Kind { number, logical, text } kind = Kind::text;
  std::string name;
  std::string text;                  // the value it has without the page, as `--set` takes it
  std::string words;                 // what the script says about it; may be empty
  std::vector<std::string> choices;  // of a law: those that may stand in its place
  // A number, in `unit`:
  double value = 0;
  std::string unit;          // as written; "" of a pure number
  double low = 0, high = 0;  // from what the script requires of it, or a factor around the value
  bool whole = false;        // counts: no fractions
  // Where its value stands in the script itself, in bytes; none if that is another file, or the
  // command line sets it.
  std::optional<std::size_t> at;
  int swept = 0;  // line of the sweep that gives it all values that matter; 0: none does
};

// In the order of the script. `given`: what the command line sets. Of a script with errors those
// that could be read.
std::vector<Control> controls_of(const Compiled& compiled, const std::vector<Override>& given);

}  // namespace mbs
