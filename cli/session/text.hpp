// A session's output as text for people.
#pragma once

#include "cli/environment/environment.hpp"
#include "cli/output/progress.hpp"
#include "cli/session/output.hpp"
#include "lang/text/source.hpp"

namespace mbs {

class SessionText : public SessionOutput {
 public:
  // Results go to `out`, diagnostics and notes to `err`. `directory`: of files written by `to`.
  SessionText(const SourceMap& sources, Environment& environment, std::filesystem::path directory,
              int digits);
  std::string give(Output output) override;
  void text(const std::string& lines) override;
  void problem(const std::string& text) override;
  Progress& progress() { return progress_; }

 private:
  void print(const std::vector<PrintPart>& parts);
  void plot(const PlotOutput& plot);
  std::string film(const FilmOutput& film, const std::string& name);
  void diagnostic(const Diagnostic& diagnostic);
  void note(const std::string& text);

  const SourceMap& sources_;
  Environment& environment_;
  std::filesystem::path directory_;
  int digits_;
  bool color_;
  Progress progress_;
};

}  // namespace mbs
