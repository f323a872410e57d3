// `mbs run --report`: keeps all that a script shows, and makes a page of it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "cli/report/page.hpp"
#include "runtime/results/output.hpp"
#include "runtime/results/scene.hpp"

namespace mbs {

// Hands everything on, too. Its arguments must outlive it.
class ReportSink : public RelaySink {
 public:
  ReportSink(Sink& next, const Script& script, const Compiled& compiled, const Options& options);
  std::string give(Output output) override;
  // One of a text that the page does not show.
  void show(const Expectation& expectation, const SourceMap& sources);

  // What the page holds as its data, by itself: no larger than the options say, as `page`. Without
  // an exit code of what there is so far.
  std::string content(std::optional<int> exit_code) const;
  // The page, no larger than the options say where that can be reached by coarser curves.
  using PageMaker = std::function<std::string(const std::string& title, const std::string& data)>;
  std::string page(int exit_code, const PageMaker& make = page_of) const;
  // The same into its file: 0, or 4 if it could not be written, which is said.
  int write(Environment& environment, int exit_code);

 private:
  using Json = nlohmann::ordered_json;
  struct Item {
    Json object;
    std::optional<PlotOutput> plot;
    std::vector<int> runs;  // of the curves that the plot has gained, by their order; -1: none
    std::shared_ptr<const Scene> scene;
  };
  void print(const std::vector<PrintPart>& parts);
  void note(const std::string& text);
  void run(const RunSummary& summary);
  void expectation(const Expectation& expectation);
  void scene(const RunScene& scene);
  void view(const StageView& view);
  void add(Json object);
  void add_plot(const PlotOutput& plot);
  void kept(const KeptSignals& signals);
  void add_diagnostic(const Diagnostic& diagnostic);
  void tell_of_size(std::size_t size, int exit_code);
  Json table_json(const TableOutput& table) const;
  Json line_of(Span span) const;
  Json sources() const;
  // What is left out so that the page is small: knots, as far as an error `coarser` times as large
  // allows, and all motion of the first `still` runs.
  struct Thinning {
    double coarser = 1;
    int still = 0;
  };
  using Made = std::function<std::string(const Thinning&)>;
  std::string data(std::optional<int> exit_code, const Thinning& thinning) const;
  std::string fitted(const Made& make) const;
  std::string coarse(const Made& make) const;
  std::string with_few_still(const Made& make) const;
  std::string title() const;

  const Script& script_;
  const Compiled& compiled_;
  const Options& options_;
  std::vector<Item> items_;
  Span origin_;
  std::string pass_;
  std::map<std::string, std::vector<int>> gained_;  // by plots with these names
  int scenes_ = 0;
  // Items: a run to be continued; a summary that is of no scene yet.
  std::optional<std::size_t> last_scene_, summary_;
  std::weak_ptr<const Run> run_;   // of the last scene
  std::vector<std::size_t> kept_;  // items: plots of the present run's kept signals
};

}  // namespace mbs
