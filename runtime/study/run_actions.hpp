// `simulate`, with the actions of `when` on the run so far.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "runtime/study/execution.hpp"

namespace mbs {

class Storing;  // runtime/study/storing.hpp

class RunActions {
 public:
  explicit RunActions(Execution& now) : now_(now) {}

  void simulate(const ir::Simulate& action);

 private:
  // Nothing that it needs is missing; else says so.
  bool can_begin(const ir::Simulate& action);
  ModelPtr model_for(const ir::Simulate& action);
  SimulationOptions options_of(const ir::Simulate& action);
  std::unique_ptr<Storing> store(const ir::Simulate& action, bool goes_on, const ModelPtr& model);
  // What there is to say of a start: every run of a mechanism starts alike, so it is said once.
  void tell_once(const Diagnostic& d);
  void report_nothing_moves(const ir::Simulate& action);
  // Actions of `when`. True stops the run.
  bool on_event(int event, const Run& run);
  void event_action(const ir::Action& action, Results& results, const Diagnostics& complaints);

  Execution& now_;
  std::set<std::string> told_of_start_;
  int stored_runs_ = 0;
  std::shared_ptr<const KeptSignals> kept_signals_;  // of the present run, if they are given
  bool stop_run_ = false;                            // set by `stop` in a `when`
};

}  // namespace mbs
