// Shows diagnostics: for people on standard error, or as JSON lines on standard output.
#pragma once

#include "cli/environment/environment.hpp"
#include "cli/environment/options.hpp"
#include "lang/diagnostics/diagnostics.hpp"

namespace mbs {

class Reporter {
 public:
  Reporter(const SourceMap& sources, const Options& options, Environment& environment);
  void show(const Diagnostic& diagnostic);
  // A fact that is neither error nor warning: "note: …". `of`: the statement it is about, with
  // whose line it is shown; null: none.
  void note(const std::string& text, const Span* of = nullptr);
  // All of a compilation, sorted, up to the most errors asked for, with a last line that counts.
  void show_compilation(const Diagnostics& diagnostics, const char* consequence);
  // `--werror` was given and there was a warning.
  bool warnings_failed() const { return options_.werror && warnings_ > 0; }

  const SourceMap& sources() const { return sources_; }

 private:
  std::string place_text(Span of) const;

  const SourceMap& sources_;
  const Options& options_;
  Environment& environment_;
  bool color_;
  int shown_ = 0;
  bool after_long_report_ = false;
  int warnings_ = 0;
};

}  // namespace mbs
