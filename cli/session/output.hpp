// Where a session shows what it has to say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/report/notebook.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

class SessionOutput : public Sink {
 public:
  // Whole lines that answer a command.
  virtual void text(const std::string& lines) = 0;
  // Why a command cannot be followed: one line without its end.
  virtual void problem(const std::string& text) = 0;
  // A page of the run. False where none can be shown.
  virtual bool page(const NotebookPage&) { return false; }
};

// What actions of a session give out, on the way to where it is shown. An expression prints its
// value alone; each run gets one line, but for the runs of a sweep.
class SessionSink : public RelaySink {
 public:
  struct Options {
    bool expression = false;  // the action prints the value of an expression
    bool sweep = false;
    int digits = 6;
  };
  SessionSink(SessionOutput& out, const Options& options)
      : RelaySink(&out), out_(out), options_(options) {}
  std::string give(Output output) override;

  // The printed value of an expression as text to be read again; empty if it cannot be.
  const std::string& answer() const { return answer_; }
  // The printed value was a text, or what only text can show: a list, a law.
  bool printed_text() const { return printed_text_; }
  // The summary of the one run that was made; empty if none was, or several.
  const std::optional<RunSummary>& summary() const { return summary_; }
  // Plots over instants of the session's run.
  const std::vector<PlotOutput>& plots() const { return plots_; }
  const std::vector<Expectation>& expectations() const { return expectations_; }

 private:
  void value(std::vector<PrintPart>& parts);
  void keep(const Output& output);

  SessionOutput& out_;
  Options options_;
  std::string answer_;
  bool printed_text_ = false;
  std::optional<RunSummary> summary_;
  std::vector<PlotOutput> plots_;
  std::vector<Expectation> expectations_;
};

// "1 ms in 412 steps, 1 impact"
std::string run_line(const RunSummary& summary, int digits);

// The value of a printed expression in the language itself, exact: "(9913.13 N in kN)",
// "([1, 2] m in mm)". Empty for texts and for what is missing.
std::string literal_text(const std::vector<PrintPart>& parts);

// Quantities with a prefix that leaves a handy number: "0.2 ms", "8.66674 kN", "43.943 um".
std::string handy_time(double seconds, int digits);
std::string handy_length(double metres, int digits);
std::string handy_force(double newtons, int digits);

}  // namespace mbs
