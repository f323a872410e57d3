// A script while its actions are carried out: what all of them share. The present run and the
// results over it, tables and runs with names, how it has gone so far, and whom it tells.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "lang/scenario/scenario.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/results.hpp"
#include "runtime/study/execute_options.hpp"
#include "runtime/study/passes.hpp"

namespace mbs {

// Results have taken too long, or the user has; thrown, as it comes from deep inside.
struct CutShort {
  Termination why;
};

class Execution {
 public:
  Execution(std::shared_ptr<const ir::Scenario> scenario, const ExecuteOptions& options,
            Sink& sink);

  const std::shared_ptr<const ir::Scenario> scenario;
  const ExecuteOptions options;
  Sink& sink;
  Outcome outcome;
  NamedRuns named;
  Tables tables;           // their rows so far
  Diagnostics complaints;  // of results that are being worked out, until they are settled

  // What follows belongs to this action; results say so where they complain.
  void begin(Span action) { action_ = action; }

  // The present run, and results over it, which are made anew for another run.
  const std::shared_ptr<const Run>& run() const { return run_; }
  void hold(std::shared_ptr<const Run> run);
  void forget_results() { results_.reset(); }
  Results& results();
  // Reports what evaluating complained about, and notes. False if there were errors.
  bool settle(Results& results, Diagnostics& found);
  bool settle() { return settle(results_ ? *results_ : results(), complaints); }
  // The item of a loop that is under way.
  void set_item(std::int32_t item, double value);
  // The model of the scenario, as it is or with a contact for each pair of its groups.
  ModelPtr model_with(bool pairs);

  // After a run that broke off nothing new is simulated or expected.
  bool broken() const { return run_broken_ || outcome.interrupted; }
  // Not even the first instant: the mechanism could not be assembled.
  bool nothing_computed() const { return broken() && (!run_ || run_->size() == 0); }
  void run_ended(bool broke) { run_broken_ = broke; }
  // No run, as it cannot be made or has used up the memory.
  void no_run();
  // Results were cut short: the script ends here.
  bool over() const { return over_; }
  void end_by_interrupt();
  void cut_results(Termination why);
  void drop_results();
  bool interrupted() const { return options.interrupted && options.interrupted(); }
  std::chrono::steady_clock::time_point begun() const { return begin_; }
  double seconds_spent() const;

  void report(const Diagnostic& diagnostic) { sink.give(diagnostic); }
  void note(std::string text) { sink.give(Note{std::move(text)}); }
  void from(Span origin) { sink.give(Origin{origin}); }  // what follows is of the statement there
  void tell_file_problem(const std::string& problem, const std::string& file, Span origin);

 private:
  void poll_results() const;
  ModelPtr model_of_run();

  ModelPtr model_, pairs_model_;  // see runtime/setup/pairs.hpp
  Span action_;
  std::shared_ptr<const Run> run_;
  std::unique_ptr<Results> results_;
  std::map<std::int32_t, double> items_;  // of the loops that are under way, and were
  bool run_broken_ = false;
  bool over_ = false;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace mbs
