// Results as text on standard output.
#pragma once

#include "cli/environment/environment.hpp"
#include "cli/output/file_output.hpp"
#include "cli/output/note_place.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/reporter.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

class TextSink : public Sink {
 public:
  // With `spaced`, tables and plots stand apart from their neighbours by an empty line.
  // `progress` may be null; it is taken off the terminal before anything is written.
  TextSink(const Options& options, Environment& environment, Reporter& reporter, FileOutput& files,
           Progress* progress = nullptr, bool spaced = true);
  std::string give(Output output) override;

 private:
  void print(const std::vector<PrintPart>& parts);
  void table(const TableOutput& table);
  void plot(const PlotOutput& plot);
  std::string film(const FilmOutput& film, const std::string& name);
  void note(const std::string& text);
  void run(const RunSummary& summary);
  void clear_progress();
  void line(const std::string& text);
  void block(const std::string& text);

  const Options& options_;
  Environment& environment_;
  Reporter& reporter_;
  NotePlace note_place_;
  FileOutput& files_;
  Progress* progress_;
  bool spaced_;
  bool begun_ = false, after_block_ = false;
};

// A plot named on one line instead of drawn: "[plot: motor.torque [N*m] vs O.angle [deg]]".
std::string plot_outline(const PlotOutput& plot);

// What -v tells about a run: one fact per line.
std::string summary_text(const RunSummary& summary, int digits);

}  // namespace mbs
