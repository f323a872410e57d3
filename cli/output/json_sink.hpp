// Results as JSON, one object per line on standard output. docs/json.md has the schema.
#pragma once

#include <nlohmann/json.hpp>

#include "cli/environment/environment.hpp"
#include "cli/output/file_output.hpp"
#include "cli/output/note_place.hpp"
#include "cli/output/reporter.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

class JsonSink : public Sink {
 public:
  JsonSink(const Options& options, Environment& environment, Reporter& reporter, FileOutput& files);
  std::string give(Output output) override;

 private:
  void print(const std::vector<PrintPart>& parts);
  void table(const TableOutput& table);
  void signals(const KeptSignals& kept);
  void plot(const PlotOutput& plot);
  std::string file(const TableOutput& table, const std::string& name);
  std::string picture(const PlotOutput& plot, const std::string& name);
  std::string film(const FilmOutput& film, const std::string& name);
  void note(const std::string& text);
  void run(const RunSummary& summary);
  void expectation(const Expectation& expectation);
  void show(nlohmann::ordered_json object);
  void show_plot(const PlotOutput& plot, const std::string* file);
  const Options& options_;
  Environment& environment_;
  Reporter& reporter_;
  FileOutput& files_;
  NotePlace note_place_;
  Span origin_;       // of what comes
  std::string pass_;  // of a sweep
};

// The last object of a script: {"type":"end","script":…,"exit":…}.
std::string json_end(const std::string& script, int exit_code);

}  // namespace mbs
