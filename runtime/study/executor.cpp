#include "runtime/study/executor.hpp"

#include <algorithm>
#include <utility>

#include "lang/text/overloaded.hpp"
#include "runtime/run/guard.hpp"
#include "runtime/study/expect.hpp"
#include "runtime/study/print.hpp"

namespace mbs {

Executor::Executor(std::shared_ptr<const ir::Scenario> scenario, const ExecuteOptions& options,
                   Sink& sink)
    : now_(std::move(scenario), options, sink),
      runs_(now_),
      tables_(now_),
      plots_(now_),
      films_(now_),
      sweeps_(now_, tables_, plots_, films_, execute_pass) {}

const Outcome& Executor::execute_all() {
  const auto& actions = now_.scenario->actions;
  plots_.find_last();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!execute(actions[i])) break;
    if (!now_.options.gathers) plots_.give_finished(i);
  }
  finish();
  return now_.outcome;
}

void Executor::finish() {
  tables_.give_all();
  plots_.give_gathered();
}

Gained Executor::take_gained() {
  return {tables_.take_gained(), plots_.take_gained(), films_.take_gained()};
}

bool Executor::execute(const ir::Action& action) {
  auto problem = guarded([&] {
    try {
      carry_out(action);
    } catch (const CutShort& cut) {
      now_.cut_results(cut.why);
    }
  });
  if (problem) broken_by(std::move(*problem), action);
  return !now_.outcome.stopped && !now_.over();
}

// Results take memory, too; where it is used up, the next one may do with less.
void Executor::broken_by(Diagnostic problem, const ir::Action& action) {
  now_.drop_results();
  now_.outcome.simulation_failed = true;
  now_.outcome.cut |= problem.code == Code::E0704;
  const auto* simulate = std::get_if<ir::Simulate>(&action);
  if (simulate) {
    now_.no_run();
    if (simulate->origin.source >= 0) problem.labels.push_back({simulate->origin, ""});
  } else if (problem.code == Code::E0704) {
    problem.message += " by a result of the script, which is left out";
  }
  now_.report(problem);
}

void Executor::carry_out(const ir::Action& action) {
  now_.begin(std::visit([](const auto& a) { return a.origin; }, action));
  std::visit(
      Overloaded{
          [&](const ir::Simulate& a) { runs_.simulate(a); },
          [&](const ir::Print& a) { print(now_, a); },
          [&](const ir::Table& a) { tables_.table(a); }, [&](const ir::Plot& a) { plots_.plot(a); },
          [&](const ir::Animate& a) { films_.animate(a); },
          [&](const ir::Expect& a) { expect(now_, a); }, [&](const ir::Stop& a) { stop(a); },
          [&](const ir::Sweep& a) { sweeps_.sweep(a); }, [&](const ir::Loop& a) { loop(a); }},
      action);
}

// Over what a run fills. Its rounds are counted before the first one: what a run in it fills is
// another list.
void Executor::loop(const ir::Loop& action) {
  if (now_.nothing_computed()) return;
  const auto columns = now_.results().rounds(action.rounds);
  if (!now_.settle()) return;
  tables_.begin_loop();
  bool goes_on = true;
  for (std::size_t k = 0; goes_on && k < columns.front().size(); ++k) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      now_.set_item(action.rounds[i].item, columns[i][k]);
    for (const ir::Action& inner : action.body->list) goes_on = goes_on && execute(inner);
  }
  tables_.end_loop(action.more);
}

void Executor::stop(const ir::Stop& action) {
  if (action.message) now_.note(*action.message);
  now_.outcome.stopped = true;
}

PassResult execute_pass(const PassScenario& pass, const Tables& so_far) {
  PassResult result;
  Executor executor(pass.scenario, pass.options, result.output);
  Tables& tables = executor.tables();
  std::copy_n(so_far.begin(), std::min(tables.size(), so_far.size()), tables.begin());
  result.outcome = executor.execute_all();
  // Half a pass would look like a whole.
  if (!result.outcome.interrupted) result.gained = executor.take_gained();
  if (pass.options.keep_run) result.run = executor.share_current();
  return result;
}

}  // namespace mbs
