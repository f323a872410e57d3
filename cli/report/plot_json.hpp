// Plots as they stand in a report's page; docs/report.md has the format.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/report/block.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// Without points that lie, to `error` of the ranges, where the line between others is; 0: all.
// `runs`: which run of the page the curves are of that were gained first, second, …; -1: none.
nlohmann::ordered_json plot_json(const PlotOutput& plot, const std::vector<int>& runs, double error,
                                 Block& block);

// Which points stay, if each may be off by `error` of its curve's range.
std::vector<std::size_t> points_kept(const PlotOutput& plot, double error);

}  // namespace mbs
