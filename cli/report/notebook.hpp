// Parts of a report by themselves, for notebooks: each a whole page that asks nothing of anybody.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/results/output.hpp"
#include "runtime/results/scene.hpp"

namespace mbs {

// Bytes that a page has at most where coarser curves can reach that; what it says is kept.
constexpr std::size_t most_of_plot_page = 1'000'000, most_of_run_page = 5'000'000;

struct NotebookPage {
  std::string html;
  int height = 0;  // px that show it well
};

// A plot with its tools. `picture`: its SVG, for readers without scripts, if it is small enough.
NotebookPage plot_page(const PlotOutput& plot, const std::string& picture);

// A run as reports show one, with plots on its clock.
struct ShownRun {
  std::shared_ptr<const Scene> scene;
  std::optional<RunSummary> summary;  // empty: made by hand, step by step
  std::vector<PlotOutput> plots;
  std::string script;                     // what it was made of; may be empty
  std::vector<Expectation> expectations;  // of the run, whose texts are in `sources`
  const SourceMap* sources = nullptr;
  std::optional<StageView> view = {};  // what of it is shown first
};
NotebookPage run_page(const ShownRun& run);

}  // namespace mbs
