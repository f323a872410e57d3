#include "cli/report/kept_plots.hpp"

#include <algorithm>

namespace mbs {

namespace {

// What a signal is asked of: "B" of "B.FN", "O.force" of "O.force.x".
std::string thing_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(0, dot);
}

PlotOutput empty_plot(const KeptSignals& kept) {
  PlotOutput plot;
  plot.versus = {"t", {"s", 1, dim::time}};
  plot.x = plot.t = kept.t;
  return plot;
}

PlottedCurve curve_of(const KeptSignals& kept, std::size_t k) {
  PlottedCurve curve{kept.headings[k], kept.columns[k]};
  for (double& value : curve.y) value *= curve.heading.unit.factor;
  return curve;
}

}  // namespace

std::vector<PlotOutput> kept_plots(const KeptSignals& kept) {
  std::vector<PlotOutput> plots;
  std::vector<std::string> keys;
  for (std::size_t k = 0; k < kept.headings.size(); ++k) {
    const Heading& heading = kept.headings[k];
    const std::string key = thing_of(heading.label) + " " + heading.unit.text;
    const auto place = std::ranges::find(keys, key) - keys.begin();
    if (place == std::ssize(keys)) {
      keys.push_back(key);
      plots.push_back(empty_plot(kept));
    }
    plots[static_cast<std::size_t>(place)].curves.push_back(curve_of(kept, k));
  }
  return plots;
}

}  // namespace mbs
