// Lists counted into bins.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/results/output.hpp"

namespace mbs {

// What of one list is not in the bins, and why.
struct LeftOut {
  std::size_t missing = 0;  // not a number, or infinite
  std::size_t outside = 0;  // of the range that was asked for
  std::size_t all = 0;      // items of the list
  std::string reason() const;
};

struct CountedLists {
  PlotOutput output;              // x: the ends of the bins, SI; y: how many items lie between them
  std::vector<LeftOut> left_out;  // of each curve
};

// The lists are the curves' y. All share bins of one length over `style.x_range`, else over all
// finite values; the last bin has both of its ends. `style.bins` of them, or the square root of the
// number of counted values of the longest list, 50 at most. Values that are all one lie in the
// middle. Without any finite value there are no bins.
CountedLists counted(const PlotOutput& lists);

}  // namespace mbs
