// What changes over a run, as few numbers.
#pragma once

#include <vector>

namespace mbs {

// Cubics between knots: values and rates of several channels at increasing times. Two knots of one
// time are both sides of a jump.
struct Track {
  std::vector<double> t;
  std::vector<std::vector<double>> value, rate;  // by channel
};

}  // namespace mbs
