// Carries out the actions of a scenario, in the order of the script, and hands what they give to a
// sink. Each kind of action has a part of its own; this says which one, and in which order.
#pragma once

#include <memory>
#include <optional>

#include "lang/scenario/scenario.hpp"
#include "runtime/study/execution.hpp"
#include "runtime/study/film_actions.hpp"
#include "runtime/study/plot_actions.hpp"
#include "runtime/study/run_actions.hpp"
#include "runtime/study/study.hpp"
#include "runtime/study/sweep_actions.hpp"
#include "runtime/study/table_actions.hpp"

namespace mbs {

// Executes one scenario. Keeps the current run and the tables, so more actions can follow.
class Executor {
 public:
  Executor(std::shared_ptr<const ir::Scenario> scenario, const ExecuteOptions& options, Sink& sink);
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
  std::optional<Study> study_of(std::size_t action) const { return sweeps_.study_of(action); }
  // What was kept for whoever runs this as a pass (ExecuteOptions::gathers).
  Gained take_gained();

  const Outcome& outcome() const { return now_.outcome; }
  const Run* current() const { return now_.run().get(); }
  // A run made with another scenario must be of the same mechanism.
  void set_current(std::shared_ptr<const Run> run) { now_.hold(std::move(run)); }
  std::shared_ptr<const Run> share_current() const { return now_.run(); }
  // Runs with names; those of earlier entries of a session can be put in before executing.
  NamedRuns& named() { return now_.named; }
  // Rows of the tables so far, in the order of Scenario::tables; those of earlier entries of a
  // session can be put in before executing.
  Tables& tables() { return now_.tables; }

 private:
  void carry_out(const ir::Action& action);
  void broken_by(Diagnostic problem, const ir::Action& action);
  void loop(const ir::Loop& action);
  void stop(const ir::Stop& action);

  Execution now_;
  RunActions runs_;
  TableActions tables_;
  PlotActions plots_;
  FilmActions films_;
  SweepActions sweeps_;
};

// A pass of a study, see PassExecutor.
PassResult execute_pass(const PassScenario& pass, const Tables& so_far);

}  // namespace mbs
