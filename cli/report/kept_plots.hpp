// Plots of the signals that `--keep` asks for.
#pragma once

#include <vector>

#include "runtime/results/output.hpp"

namespace mbs {

// One for all of a thing's signals of one unit, over time, in the order in which they were kept.
std::vector<PlotOutput> kept_plots(const KeptSignals& kept);

}  // namespace mbs
