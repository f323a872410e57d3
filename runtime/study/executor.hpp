// Carries out the actions of a scenario, in the order of the script, and hands what they give to a
// sink.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lang/scenario/scenario.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/results.hpp"
#include "runtime/run/simulation.hpp"
#include "runtime/study/execute_options.hpp"
#include "runtime/study/passes.hpp"
#include "runtime/study/study.hpp"

namespace mbs {

class Storing;  // runtime/study/storing.hpp

// Executes one scenario. Keeps the current run and the tables, so more actions can follow.
class Executor {
 public:
  Executor(std::shared_ptr<const ir::Scenario> scenario, const ExecuteOptions& options, Sink& sink);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // All actions of the scenario.
  const Outcome& execute_all();
  // One action; false if the script ends here (`stop`, or an interrupt).
  bool execute(const ir::Action& action);
  // Behind the last action: what plots with names, and tables of loops that broke off, have gained.
  void finish();

  // The passes of the sweep that is this action of the scenario, with the tables so far; empty if
  // it is none. Must not outlive the executor.
  std::optional<Study> study_of(std::size_t action) const;
  // What was kept for whoever runs this as a pass (ExecuteOptions::gathers).
  Gained take_gained();

  const Outcome& outcome() const { return outcome_; }
  const Run* current() const { return run_.get(); }
  // A run made with another scenario must be of the same mechanism.
  void set_current(std::shared_ptr<const Run> run);
  std::shared_ptr<const Run> share_current() const { return run_; }
  // Runs with names; those of earlier entries of a session can be put in before executing.
  NamedRuns& named() { return named_; }
  // Rows of the tables so far, in the order of Scenario::tables; those of earlier entries of a
  // session can be put in before executing.
  Tables& tables() { return tables_; }

 private:
  void carry_out(const ir::Action& action);
  void broken_by(Diagnostic problem, const ir::Action& action);
  void simulate(const ir::Simulate& action);
  void print(const ir::Print& action);
  void table(const ir::Table& action);
  void plot(const ir::Plot& action);
  void animate(const ir::Animate& action);
  std::optional<ir::Interval> part_to_show(const ir::Animate& action);
  bool can_film(const ir::Animate& action, FilmOutput& film);
  void give_film(GainedFilm film);
  void check_lengths(const ir::Plot& action, std::size_t curve, const PlotOutput& output);
  void expect(const ir::Expect& action);
  void stop(const ir::Stop& action);
  void sweep(const ir::Sweep& action);
  void loop(const ir::Loop& action);

  // Actions of `when`, on the run so far. True stops the run.
  bool on_event(int event, const Run& run);
  void event_action(const ir::Action& action, Results& results, const Diagnostics& complaints);
  SimulationOptions simulation_options(const ir::Simulate& action);
  Diagnostic complaint_of(const RunWarning& warning) const;
  void report_start(const Diagnostics& of_start);
  std::unique_ptr<Storing> store_run(const ir::Simulate& action, bool goes_on,
                                     const ModelPtr& model);
  // `no_start`: the mechanism could not be assembled, which has been said.
  void report_run(const ir::Simulate& action, bool no_start, bool goes_on);
  Diagnostic failure_of_run(const ir::Simulate& action) const;
  void report_nothing_moves(const ir::Simulate& action);
  void report_unexplained(const ir::Simulate& action);
  RunSummary summary() const;
  TableOutput event_log() const;

  // Prints what `results` gives; the same at the end of a run and during it.
  void show_print(const ir::Print& action, Results& results);
  void check(const ir::Expect& action, Results& results, const Diagnostics& complaints);
  void tell_expectation(const ir::Expect& action, Results& results, bool holds);
  Diagnostic failed_expectation(const ir::Expect& action, Results& results,
                                const std::vector<double>& held);
  bool needs_run(const ir::Shown& shown) const;
  TableOutput tabulate(const ir::Table& action);
  void give_table(GainedTable table);
  // In a loop once its last round is done; `more`: there are others to come.
  void give_or_keep(GainedTable table, bool more);
  void give_kept(const std::function<bool(std::int32_t)>& whole);
  // The action with the numbers that what was run before gives; empty, with E0411, if it cannot be.
  std::optional<ir::Simulate> settled(const ir::Simulate& asked);
  std::optional<ir::Table> settled(const ir::Table& asked);
  std::optional<ir::Animate> settled(const ir::Animate& asked);
  bool take(const ir::Later& later, const char* name, double& value);
  bool refuse(const ir::Later& later, const std::string& message);
  void tell_file_problem(const std::string& problem, const std::string& file, Span origin);
  void keep(std::vector<GainedTable> gained, std::span<const std::int32_t> more);
  void keep(std::vector<GainedPicture> pictures);
  void keep(std::vector<GainedFilm> films);
  void give_picture(GainedPicture picture);
  void show_picture(GainedPicture picture);
  void give_histogram(const GainedPicture& lists);
  void give_gathered();
  void give_finished(std::size_t action);
  void find_last_of_plots();
  // The place of a sweep among the scenario's own actions; their number if it is not there.
  std::size_t place_of(const ir::Sweep& sweep) const;
  std::size_t passes_before(std::size_t place) const;
  Study study_of(const ir::Sweep& sweep, std::size_t place) const;
  std::optional<ir::Sweep> made_now(const ir::Sweep& sweep);
  bool add_run(const ir::Plot& action, std::int32_t run, PlotOutput& output);

  // Whether results have taken too long, or the user has; thrown, as it comes from deep inside.
  struct CutShort {
    Termination why;
  };
  void poll_results() const;
  void cut_results(Termination why);
  double seconds_spent() const;

  // Results over the current run, remade when it changes.
  Results& results();
  ModelPtr model_of_run();
  ModelPtr model_with(bool pairs);
  ModelPtr model_for(const ir::Simulate& action);
  // Reports what evaluating complained about, and notes. False if there were errors.
  bool settle(Results& results, Diagnostics& complaints);
  void report(const Diagnostic& diagnostic);
  void note(std::string text);
  void from(Span origin);  // what follows belongs to the statement there
  // After a run that broke off nothing new is simulated or expected.
  bool broken() const { return run_broken_ || outcome_.interrupted; }
  // Not even the first instant: the mechanism could not be assembled.
  bool nothing_computed() const { return broken() && (!run_ || run_->size() == 0); }

  std::shared_ptr<const ir::Scenario> scenario_;
  ExecuteOptions options_;
  Sink& sink_;
  Outcome outcome_;
  ModelPtr model_, pairs_model_;  // see runtime/setup/pairs.hpp
  Span present_;                  // the action that is carried out
  std::shared_ptr<const Run> run_;
  NamedRuns named_;
  Tables tables_;
  std::map<std::size_t, std::size_t> late_counts_;  // passes of sweeps by their place
  Diagnostics complaints_;
  std::unique_ptr<Results> results_;
  std::map<std::int32_t, double> items_;              // of the loops that are under way, and were
  int loops_ = 0;                                     // that are under way
  std::vector<GainedTable> kept_;                     // of loops that have rounds to come
  std::set<std::int32_t> of_loop_;                    // those that the loops under way have filled
  std::vector<GainedTable> gained_;                   // where it gathers
  std::vector<GainedPicture> pictures_;               // where it gathers; of plots with names
  std::vector<GainedFilm> films_;                     // where it gathers
  std::map<std::string, std::size_t> last_of_plots_;  // their last statements, among the actions
  std::set<std::string> told_of_start_;
  int stored_runs_ = 0;
  std::shared_ptr<const KeptSignals> kept_signals_;  // of the present run, if they are given
  bool run_broken_ = false;
  bool results_over_ = false;  // cut short: the script ends here
  bool stop_run_ = false;      // set by `stop` in a `when`
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace mbs
