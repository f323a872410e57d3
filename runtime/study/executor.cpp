#include "runtime/study/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/scenario/stepping_obstacles.hpp"
#include "lang/text/overloaded.hpp"
#include "runtime/events/condition.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/run/guard.hpp"
#include "runtime/run/simulation.hpp"
#include "runtime/setup/pairs.hpp"
#include "runtime/study/kept_run.hpp"
#include "runtime/study/storing.hpp"

namespace mbs {

// ---- the executor -------------------------------------------------------------------

Executor::Executor(std::shared_ptr<const ir::Scenario> scenario, const ExecuteOptions& options,
                   Sink& sink)
    : scenario_(std::move(scenario)),
      options_(options),
      sink_(sink),
      named_{std::vector<std::shared_ptr<const Run>>(scenario_->runs.size()), nullptr},
      tables_(scenario_->tables.size()),
      begin_(options.begun.value_or(std::chrono::steady_clock::now())) {}

Executor::~Executor() = default;

const Outcome& Executor::execute_all() {
  const auto& actions = scenario_->actions;
  find_last_of_plots();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!execute(actions[i])) break;
    if (!options_.gathers) give_finished(i);
  }
  finish();
  return outcome_;
}

void Executor::finish() {
  give_kept([](std::int32_t) { return true; });
  give_gathered();
}

bool Executor::execute(const ir::Action& action) {
  auto problem = guarded([&] {
    try {
      carry_out(action);
    } catch (const CutShort& cut) {
      cut_results(cut.why);
    }
  });
  if (problem) broken_by(std::move(*problem), action);
  return !outcome_.stopped && !results_over_;
}

double Executor::seconds_spent() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

// What was computed is shown after a limit or an interrupt, too; so results have as much time as
// the runs once more, and only an interrupt that comes now is meant for them.
void Executor::poll_results() const {
  constexpr double least = 10;  // s
  if (!outcome_.interrupted && options_.interrupted && options_.interrupted())
    throw CutShort{Termination::interrupted};
  if (!options_.max_wall_seconds) return;
  const double limit = *options_.max_wall_seconds;
  if (seconds_spent() > limit + std::max(limit, least)) throw CutShort{Termination::time_limit};
}

void Executor::cut_results(Termination why) {
  results_.reset();
  complaints_ = {};
  results_over_ = true;
  if (why == Termination::interrupted) {
    outcome_.interrupted = true;
    return note("interrupted while results were worked out; what was left is left out");
  }
  outcome_.simulation_failed = outcome_.cut = true;
  report({Code::E0702,
          fmt::format("the time limit of {} s was reached while results were worked out; what was "
                      "left is left out",
                      number_text(options_.max_wall_seconds.value_or(0), options_.digits)),
          {},
          {},
          {},
          {},
          {}});
}

// Results take memory, too; where it is used up, the next one may do with less.
void Executor::broken_by(Diagnostic problem, const ir::Action& action) {
  results_.reset();
  complaints_ = {};
  outcome_.simulation_failed = true;
  outcome_.cut |= problem.code == Code::E0704;
  const auto* simulate = std::get_if<ir::Simulate>(&action);
  if (simulate) {
    run_.reset();
    run_broken_ = true;
    if (simulate->origin.source >= 0) problem.labels.push_back({simulate->origin, ""});
  } else if (problem.code == Code::E0704) {
    problem.message += " by a result of the script, which is left out";
  }
  report(problem);
}

void Executor::carry_out(const ir::Action& action) {
  present_ = std::visit([](const auto& a) { return a.origin; }, action);
  std::visit(
      Overloaded{[&](const ir::Simulate& a) { simulate(a); }, [&](const ir::Print& a) { print(a); },
                 [&](const ir::Table& a) { table(a); }, [&](const ir::Plot& a) { plot(a); },
                 [&](const ir::Animate& a) { animate(a); }, [&](const ir::Expect& a) { expect(a); },
                 [&](const ir::Stop& a) { stop(a); }, [&](const ir::Sweep& a) { sweep(a); },
                 [&](const ir::Loop& a) { loop(a); }},
      action);
}

void Executor::set_current(std::shared_ptr<const Run> run) {
  results_.reset();
  run_ = std::move(run);
}

// Null if the run's own will do: it was made with this scenario.
ModelPtr Executor::model_of_run() {
  if (!run_ || &scenario(*run_->model) == scenario_.get()) return nullptr;
  if (run_->model == pairs_model_) return nullptr;
  return model_with(has_pairs(scenario(*run_->model)));
}

ModelPtr Executor::model_with(bool pairs) {
  ModelPtr& model = pairs ? pairs_model_ : model_;
  if (!model) model = build(pairs ? with_pairs(scenario_) : scenario_);
  return model;
}

Results& Executor::results() {
  if (!results_) {
    results_ = std::make_unique<Results>(*scenario_, run_.get(), tables_, complaints_,
                                         Reading{options_.digits, model_of_run(), &named_});
    results_->poll_with([this] { poll_results(); });
    for (const auto& [item, value] : items_) results_->set_item(item, value);
  }
  results_->refresh();
  results_->asked_by(present_);
  return *results_;
}

void Executor::report(const Diagnostic& diagnostic) {
  sink_.give(diagnostic);
}

void Executor::note(std::string text) {
  sink_.give(Note{std::move(text)});
}

void Executor::from(Span origin) {
  sink_.give(Origin{origin});
}

bool Executor::settle(Results& results, Diagnostics& complaints) {
  const bool failed = complaints.has_errors();
  // What a broken run does not reach is no fault of the script, and the break has been reported.
  if (!broken()) {
    for (const Diagnostic& d : complaints.sorted()) report(d);
    outcome_.script_error |= failed;
  }
  complaints = {};
  for (const std::string& text : results.take_notes()) note(text);
  return !failed;
}

// ---- simulate -----------------------------------------------------------------------

SimulationOptions Executor::simulation_options(const ir::Simulate& action) {
  SimulationOptions options;
  static_cast<ir::RunSettings&>(options) = decided(action, options_.runs);
  static_cast<RunLimits&>(options) = options_;
  options.usual_speed = options_.usual_speed;
  options.duration = action.duration;
  if (options_.max_wall_seconds) {
    options.max_wall_seconds = std::max(0.0, *options_.max_wall_seconds - seconds_spent());
  }
  options.warn = [this](const RunWarning& warning) { report(complaint_of(warning)); };
  options.on_event = [this](int event, const Run& run) { return on_event(event, run); };
  return options;
}

namespace {

void forget(Run& run) {
  run.t.clear();
  run.samples = Recording(run.samples.unknowns());
  run.modes = {};
  for (auto& impacts : run.impacts) impacts.clear();
  for (auto& times : run.event_times) times.clear();
}

}  // namespace

// Blows that are located need a contact for each pair of a rigid group.
ModelPtr Executor::model_for(const ir::Simulate& action) {
  const bool rigid = std::ranges::any_of(scenario_->groups, [&](const ir::ContactGroup& group) {
    return ir::is_rigid(*scenario_, group);
  });
  return model_with(rigid && !action.step);
}

void Executor::simulate(const ir::Simulate& asked) {
  if (broken()) return;
  const auto known = settled(asked);
  if (!known) return;
  const ir::Simulate& action = *known;
  if (options_.interrupted && options_.interrupted()) {
    outcome_.interrupted = true;
    return;
  }
  if (action.continues && !run_) {
    Diagnostics complaints;
    complaints.add(Code::E0306, action.origin, "`continue` needs a run to go on with").hint =
        "put a `simulate` above it";
    report(complaints.list().front());
    outcome_.script_error = true;
    return;
  }
  const ModelPtr model = model_for(action);
  const Layout& l = layout(*model);
  if (l.bodies == 0 && l.script_states == 0) report_nothing_moves(action);
  results_.reset();
  stop_run_ = false;
  Diagnostics of_start;
  const Run* previous = action.continues ? run_.get() : nullptr;
  const bool goes_on = previous && previous->size() > 0;
  const auto storing = store_run(action, goes_on, model);
  SimulationOptions options = simulation_options(action);
  if (storing) storing->listen(options);
  Simulation simulation(model, options, previous, of_start);
  report_start(of_start);  // now: the run may take long
  if (simulation.ready())
    simulation.advance(simulation.run().t.back() + action.duration, action.until);
  Run run = simulation.take();
  if (of_start.has_errors()) forget(run);  // a start that is refused is no run
  run_ = std::make_shared<const Run>(std::move(run));
  if (action.run >= 0) named_.runs[static_cast<std::size_t>(action.run)] = run_;
  report_run(action, of_start.has_errors(), goes_on);
  if (storing) storing->end(*run_, summary(), event_log());
}

// Null if nobody asks for it. A run that goes on is one with what it continues.
std::unique_ptr<Storing> Executor::store_run(const ir::Simulate& action, bool goes_on,
                                             const ModelPtr& model) {
  if (!(options_.store || options_.gives_signals) || !scenario_->recorded) return nullptr;
  if (!goes_on) ++stored_runs_;
  StoredRun run{options_.place, stored_runs_, "", goes_on};
  if (action.run >= 0) run.name = scenario_->runs[static_cast<std::size_t>(action.run)];
  std::vector<std::unique_ptr<RunKeeper>> keepers;
  if (options_.store) keepers.push_back(options_.store->begin(run, *scenario_->recorded));
  if (options_.gives_signals)
    keepers.push_back(
        std::make_unique<KeptRunGiver>(run, *scenario_->recorded, kept_signals_, sink_));
  return std::make_unique<Storing>(std::move(keepers), *scenario_, model);
}

// ---- actions of `when` ----------------------------------------------------------------

bool Executor::on_event(int event, const Run& run) {
  Diagnostics complaints;
  Results now(*scenario_, &run, tables_, complaints, {.digits = options_.digits});
  for (const ir::Action& action : scenario_->events[event].actions)
    event_action(action, now, complaints);
  settle(now, complaints);
  return stop_run_;
}

void Executor::event_action(const ir::Action& action, Results& results,
                            const Diagnostics& complaints) {
  if (const auto* print = std::get_if<ir::Print>(&action)) show_print(*print, results);
  if (const auto* expect = std::get_if<ir::Expect>(&action)) check(*expect, results, complaints);
  if (const auto* stop = std::get_if<ir::Stop>(&action)) {
    if (stop->message) note(*stop->message);
    stop_run_ = true;
  }
}

void Executor::stop(const ir::Stop& action) {
  if (action.message) note(*action.message);
  outcome_.stopped = true;
}

}  // namespace mbs
