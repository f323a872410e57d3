#include "runtime/study/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/results/quantity_text.hpp"
#include "runtime/setup/pairs.hpp"

namespace mbs {

Execution::Execution(std::shared_ptr<const ir::Scenario> script, const ExecuteOptions& how,
                     Sink& told)
    : scenario(std::move(script)),
      options(how),
      sink(told),
      named{std::vector<std::shared_ptr<const Run>>(scenario->runs.size()), nullptr},
      tables(scenario->tables.size()),
      begin_(how.begun.value_or(std::chrono::steady_clock::now())) {}

double Execution::seconds_spent() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

// What was computed is shown after a limit or an interrupt, too; so results have as much time as
// the runs once more, and only an interrupt that comes now is meant for them.
void Execution::poll_results() const {
  constexpr double least = 10;  // s
  if (!outcome.interrupted && interrupted()) throw CutShort{Termination::interrupted};
  if (!options.max_wall_seconds) return;
  const double limit = *options.max_wall_seconds;
  if (seconds_spent() > limit + std::max(limit, least)) throw CutShort{Termination::time_limit};
}

void Execution::end_by_interrupt() {
  outcome.interrupted = over_ = true;
}

void Execution::drop_results() {
  results_.reset();
  complaints = {};
}

void Execution::cut_results(Termination why) {
  drop_results();
  if (why == Termination::interrupted) {
    end_by_interrupt();
    return note("interrupted while results were worked out; what was left is left out");
  }
  over_ = true;
  outcome.simulation_failed = outcome.cut = true;
  report({Code::E0702,
          fmt::format("the time limit of {} s was reached while results were worked out; what was "
                      "left is left out",
                      number_text(options.max_wall_seconds.value_or(0), options.digits)),
          {},
          {},
          {},
          {},
          {}});
}

void Execution::hold(std::shared_ptr<const Run> run) {
  results_.reset();
  run_ = std::move(run);
}

void Execution::no_run() {
  hold(nullptr);
  run_broken_ = true;
}

// Null if the run's own will do: it was made with this scenario.
ModelPtr Execution::model_of_run() {
  if (!run_ || &mbs::scenario(*run_->model) == scenario.get()) return nullptr;
  if (run_->model == pairs_model_) return nullptr;
  return model_with(has_pairs(mbs::scenario(*run_->model)));
}

ModelPtr Execution::model_with(bool pairs) {
  ModelPtr& model = pairs ? pairs_model_ : model_;
  if (!model) model = build(pairs ? with_pairs(scenario) : scenario);
  return model;
}

Results& Execution::results() {
  if (!results_) {
    results_ = std::make_unique<Results>(*scenario, run_.get(), tables, complaints,
                                         Reading{options.digits, model_of_run(), &named});
    results_->poll_with([this] { poll_results(); });
    for (const auto& [item, value] : items_) results_->set_item(item, value);
  }
  results_->refresh();
  results_->asked_by(action_);
  return *results_;
}

void Execution::set_item(std::int32_t item, double value) {
  items_[item] = value;
  if (results_) results_->set_item(item, value);
}

bool Execution::settle(Results& results, Diagnostics& found) {
  const bool failed = found.has_errors();
  // What a broken run does not reach is no fault of the script, and the break has been reported.
  if (!broken()) {
    for (const Diagnostic& d : found.sorted()) report(d);
    outcome.script_error |= failed;
  }
  found = {};
  for (const std::string& text : results.take_notes()) note(text);
  return !failed;
}

void Execution::tell_file_problem(const std::string& problem, const std::string& file,
                                  Span origin) {
  if (problem.empty()) return;
  report(unwritten(file, problem, origin));
  outcome.file_error = true;
}

}  // namespace mbs
