#include "cli/report/notebook.hpp"

#include <algorithm>

#include "cli/environment/script.hpp"
#include "cli/output/shown_plot.hpp"
#include "cli/report/report_sink.hpp"

namespace mbs {

namespace {

// A report of what no script has shown.
struct Report {
  Report(const std::string& title, const std::string& text, std::size_t most)
      : script{title, {}, {}, text} {
    options.report_size = most;
    compiled.sources.add(title, text);
  }
  Script script;
  Compiled compiled;
  Options options;
  RelaySink nobody{nullptr};
  ReportSink sink{nobody, script, compiled, options};
};

// Lines of the session, which the page does not number, have no place in it.
std::shared_ptr<const Scene> without_lines(const Scene& scene) {
  const auto copy = std::make_shared<Scene>(scene);
  for (SceneContact& contact : copy->contacts) contact.origin = {};
  return copy;
}

// Some four panels stand beside each other; what is taller than a screen is scrolled.
int height_of(const PlotOutput& plot) {
  constexpr int single = 360, row = 250, most = 640;
  const int rows = (static_cast<int>(panels_of(plot_data(plot)).size()) + 3) / 4;
  return rows == 0 ? single : std::min(90 + rows * row, most);
}

}  // namespace

NotebookPage plot_page(const PlotOutput& plot, const std::string& picture) {
  Report report("plot", "", most_of_plot_page);
  report.sink.give(plot);
  constexpr std::size_t most_of_picture = 300'000;
  const bool small = picture.size() <= most_of_picture;
  const auto make = [&](const std::string& title, const std::string& data) {
    return plot_page_of(title, data, small ? picture : "");
  };
  return {report.sink.page(0, make), height_of(plot)};
}

NotebookPage run_page(const ShownRun& run) {
  constexpr int height = 720;
  Report report("run of this session", run.script, most_of_run_page);
  if (run.summary) report.sink.give(*run.summary);
  report.sink.give(
      RunScene{without_lines(*run.scene), run.view ? run.view->run : std::shared_ptr<const Run>()});
  if (run.view) report.sink.give(*run.view);
  for (const Expectation& e : run.expectations) report.sink.show(e, *run.sources);
  for (const PlotOutput& plot : run.plots) report.sink.give(plot);
  return {report.sink.page(0), height};
}

}  // namespace mbs
