// A session's output as text for people.
#pragma once

#include "cli/environment/environment.hpp"
#include "cli/output/progress.hpp"
#include "cli/session/session_output.hpp"
#include "lang/text/source.hpp"

namespace mbs {

class SessionText : public SessionOutput {
 public:
  // Results go to `out`, diagnostics and notes to `err`. `directory`: of files written by `to`.
  SessionText(const SourceMap& sources, Environment& environment, std::filesystem::path directory,
              int digits);
  void print(const std::vector<PrintPart>& parts) override;
  void table(const TableOutput& table) override;
  void plot(const PlotOutput& plot) override;
  std::string file(const TableOutput& table, const std::string& name) override;
  std::string picture(const PlotOutput& plot, const std::string& name) override;
  std::string film(const FilmOutput& film, const std::string& name) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void note(const std::string& text) override;
  void run(const RunSummary&) override { progress_.clear(); }
  void text(const std::string& lines) override;
  void problem(const std::string& text) override;
  Progress& progress() { return progress_; }

 private:
  const SourceMap& sources_;
  Environment& environment_;
  std::filesystem::path directory_;
  int digits_;
  bool color_;
  Progress progress_;
};

}  // namespace mbs
