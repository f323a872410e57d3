// Plots as pictures for documents.
#pragma once

#include <string>

#include "cli/output/plot_data.hpp"

namespace mbs {

struct SvgPlotOptions {
  int width = 720;  // pixels; 200 to 4000
  int height = 440;
  bool printed = false;  // of the plot's own size in millimetres instead, with the type of papers
};

// A whole SVG 1.1 document: axes with ticks, grid, curves, and a legend if there are several.
std::string render_svg(const PlotData& data, const SvgPlotOptions& options = {});

}  // namespace mbs
