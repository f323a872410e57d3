// What a pass of a study leaves, and threads that run several passes at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/results/output.hpp"

namespace mbs {

struct Run;

// What went wrong, if anything.
struct Outcome {
  bool expectation_failed = false;
  bool script_error = false;       // a result that cannot be had: an index out of range, no run
  bool simulation_failed = false;  // assembly, solver, law, time limit
  bool file_error = false;
  bool interrupted = false;
  bool stopped = false;  // by `stop`; not a failure
  bool cut = false;      // by a limit of time or memory, so another try may come further
  void merge(const Outcome& other);
  bool operator==(const Outcome&) const = default;
};

// A table's rows gained inside a sweep, kept until the outermost sweep is done.
struct GainedTable {
  std::int32_t table = -1;  // into the tables of the scenario that gained it
  TableOutput output;
  std::optional<std::string> file;
  Span origin;
  bool hidden = false;  // shown nowhere
};

// A plot gains the curves of all passes in the same way; so do those of one name in a script.
struct GainedPicture {
  PlotOutput output;
  std::string file;  // "": it is drawn
  Span origin;
};

// A film of a run inside a sweep.
struct GainedFilm {
  FilmOutput output;
  std::string file;
};

// What a pass has for those who run it, to be put together with that of the others.
struct Gained {
  std::vector<GainedTable> tables;
  std::vector<GainedPicture> pictures;
  std::vector<GainedFilm> films;
};

// What one pass left: its output, not yet shown, and what it gained.
struct PassResult {
  BufferedSink output;
  Outcome outcome;
  Gained gained = {};
  std::shared_ptr<const Run> run = {};  // the last one, where ExecuteOptions::keep_run asks for it
};

// `execute(pass)`, with the last net below it.
PassResult guarded_pass(const std::function<PassResult(std::size_t)>& execute, std::size_t pass);

// Runs `passes` on `jobs` threads. Calls `done` for each pass in order, on the calling thread, as
// soon as it and all before it are finished. `execute` must be safe to call from several threads;
// what it throws becomes a diagnostic of its pass. Where the system gives fewer threads, those that
// there are do all the work.
void run_passes(std::size_t passes, int jobs, const std::function<PassResult(std::size_t)>& execute,
                const std::function<void(std::size_t, PassResult&)>& done);

}  // namespace mbs
