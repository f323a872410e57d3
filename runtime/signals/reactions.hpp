// What joints and drives exert at an instant, as many signals ask for it.
#pragma once

#include <vector>

namespace mbs {

// Where it has to be found: once, by the first signal that asks.
struct Reactions {
  bool asked = false, known = false;
  std::vector<double> multipliers;  // by row
};

}  // namespace mbs
