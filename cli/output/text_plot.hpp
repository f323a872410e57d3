// Plots made of characters.
#pragma once

#include <string>

#include "cli/output/plot_data.hpp"

namespace mbs {

struct TextPlotOptions {
  int width = 70;        // columns of the drawing, without labels; 10 to 400
  int height = 18;       // lines of the drawing; 3 to 200
  bool unicode = false;  // Braille dots and box lines; else ASCII only
};

// Several lines, each with its newline. One curve is drawn with three levels per line (. - ') or
// Braille dots and named above; several have a mark each and a legend. Without a finite point a
// single line says so.
std::string render(const PlotData& data, const TextPlotOptions& options = {});

}  // namespace mbs
