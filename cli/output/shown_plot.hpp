// What a run gives of a plot, in the units and words that it is shown with.
#pragma once

#include "cli/output/plot_data.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// Curves that passes gained are told apart by the values of the params, under the name of what they
// have in common, if that is all that differs.
PlotData plot_data(const PlotOutput& plot);

}  // namespace mbs
