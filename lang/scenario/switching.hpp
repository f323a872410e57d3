// What a script switches on and off while a run goes on.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/text/source.hpp"

namespace mbs::ir {

// The tables of a scenario whose things can be switched.
enum class Sort : std::uint8_t { joint, drive, force, spring, contact };
inline constexpr int sorts = 5;

// One of them.
struct Part {
  Sort sort = Sort::joint;
  std::int32_t index = 0;  // in its table
  friend bool operator==(Part, Part) = default;
};

// How a part begins, and whether anything can ever change it.
struct Activity {
  bool at_start = true;
  bool varies = false;  // does not act at the start, or is named by a switch
};

// In the order in which they are written: `on` at the instant of its event, or off.
struct Switch {
  Part part;
  bool on = true;
  Span origin;
};

}  // namespace mbs::ir
