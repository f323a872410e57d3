#include "runtime/study/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/scenario/stepping_obstacles.hpp"
#include "lang/text/overloaded.hpp"
#include "runtime/equations/shared_loads.hpp"
#include "runtime/events/condition.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/results/audit_report.hpp"
#include "runtime/results/film.hpp"
#include "runtime/results/quantity_text.hpp"
#include "runtime/run/guard.hpp"
#include "runtime/run/simulation.hpp"
#include "runtime/setup/pairs.hpp"
#include "runtime/study/run_counters.hpp"
#include "runtime/study/storing.hpp"

namespace mbs {

namespace {

const char* text_of(Termination termination) {
  switch (termination) {
    case Termination::finished:
      return "finished";
    case Termination::until:
      return "until";
    case Termination::stopped:
      return "stopped";
    case Termination::interrupted:
      return "interrupted";
    case Termination::time_limit:
      return "time limit";
    case Termination::memory_limit:
      return "memory limit";
    case Termination::failed:
      return "failed";
  }
  return "";
}

// The same warning of several contacts as one: the first to raise it, how many did, which one most.
std::vector<RunWarning> gathered(const std::vector<RunWarning>& all) {
  std::vector<RunWarning> result;
  std::vector<long> contacts, most;
  std::vector<std::string> busiest;
  for (const RunWarning& warning : all) {
    const auto same = std::find_if(result.begin(), result.end(), [&](const RunWarning& w) {
      return w.code == warning.code && w.message == warning.message;
    });
    const auto i = static_cast<std::size_t>(same - result.begin());
    if (same == result.end()) {
      result.push_back(warning);
      contacts.push_back(1), most.push_back(warning.count), busiest.push_back(warning.subject);
      continue;
    }
    same->count += warning.count;
    ++contacts[i];
    if (warning.count > most[i]) most[i] = warning.count, busiest[i] = warning.subject;
  }
  for (std::size_t i = 0; i < result.size(); ++i)
    if (contacts[i] > 1)
      result[i].subject +=
          fmt::format("` and {} more, most often `{}", contacts[i] - 1, busiest[i]);
  return result;
}

// One line each: a run may have many of them.
Diagnostic diagnostic_of(const RunWarning& warning, int digits) {
  const std::string times =
      warning.count == 1 ? "once, at" : fmt::format("{} times, first at", warning.count);
  const std::string subject = warning.subject.empty() ? "" : fmt::format("`{}`: ", warning.subject);
  return {warning.code,
          fmt::format("{}{} ({} t = {} s)", subject, warning.message, times,
                      number_text(warning.first_t, digits)),
          {},
          {},
          {},
          {},
          {}};
}

}  // namespace

// ---- the executor -------------------------------------------------------------------

Executor::Executor(std::shared_ptr<const ir::Scenario> scenario, const ExecuteOptions& options,
                   Sink& sink)
    : scenario_(std::move(scenario)),
      options_(options),
      sink_(sink),
      named_{std::vector<std::shared_ptr<const Run>>(scenario_->runs.size()), nullptr},
      tables_(scenario_->tables.size()),
      begin_(std::chrono::steady_clock::now()) {}

Executor::~Executor() = default;

const Outcome& Executor::execute_all() {
  const auto& actions = scenario_->actions;
  find_last_of_plots();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!execute(actions[i])) break;
    if (!in_sweep_) give_finished(i);
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
    return sink_.note("interrupted while results were worked out; what was left is left out");
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
                                         options_.digits, model_of_run(), &named_);
    results_->poll_with([this] { poll_results(); });
    for (const auto& [item, value] : items_) results_->set_item(item, value);
  }
  results_->refresh();
  results_->asked_by(present_);
  return *results_;
}

void Executor::report(const Diagnostic& diagnostic) {
  sink_.diagnostic(diagnostic);
}

bool Executor::settle(Results& results, Diagnostics& complaints) {
  const bool failed = complaints.has_errors();
  // What a broken run does not reach is no fault of the script, and the break has been reported.
  if (!broken()) {
    for (const Diagnostic& d : complaints.sorted()) report(d);
    outcome_.script_error |= failed;
  }
  complaints = {};
  for (const std::string& note : results.take_notes()) sink_.note(note);
  return !failed;
}

// ---- simulate -----------------------------------------------------------------------

SimulationOptions Executor::simulation_options(const ir::Simulate& action) {
  SimulationOptions options;
  options.tol = action.tol.value_or(options.tol);
  options.usual_speed = options_.usual_speed;
  options.duration = action.duration;
  options.max_step = action.max_step;
  options.islands = action.islands;
  options.integrator = action.integrator;
  options.fixed_step = action.step;
  options.sequential_impacts = action.sequential_impacts;
  options.first_penetration = action.first_penetration;
  options.interrupted = options_.interrupted;
  options.progress = options_.progress;
  options.memory = options_.memory;
  options.most_memory = options_.most_memory;
  if (options_.max_wall_seconds) {
    options.max_wall_seconds = std::max(0.0, *options_.max_wall_seconds - seconds_spent());
  }
  options.warn = [this](const RunWarning& warning) {
    report(diagnostic_of(warning, options_.digits));
  };
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
  ir::Simulate action = *known;
  if (options_.tol) action.tol = options_.tol;
  if (options_.integrator) action.integrator = *options_.integrator;
  action.tol = action.tol.value_or(SimulationOptions{}.tol) * options_.tol_factor;
  // What decides the accuracy of steps of fixed length.
  if (action.step) action.step = *action.step * options_.tol_factor;
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
  if (!options_.store || !scenario_->recorded) return nullptr;
  if (!goes_on) ++stored_runs_;
  StoredRun run{options_.place, stored_runs_, "", goes_on};
  if (action.run >= 0) run.name = scenario_->runs[static_cast<std::size_t>(action.run)];
  return std::make_unique<Storing>(*options_.store, run, *scenario_, model);
}

void Executor::report_nothing_moves(const ir::Simulate& action) {
  Diagnostic d{Code::W0503, "nothing moves in this run: there is no body", {}, {}, {}, {}, {}};
  d.labels.push_back({action.origin, ""});
  d.hint = "declare a body, or `use` the file with the mechanism";
  if (told_of_start_.insert(d.message).second) report(d);
}

// Every run of a mechanism starts alike; what there is to say of that is said once.
void Executor::report_start(const Diagnostics& of_start) {
  for (const Diagnostic& d : of_start.sorted())
    if (told_of_start_.insert(d.message).second) report(d);
}

// Points at the `simulate` where nothing closer is to blame. Runs share one time limit, which is
// what the message names.
Diagnostic Executor::failure_of_run(const ir::Simulate& action) const {
  Diagnostic d = diagnostic_of(*run_->failure);
  if (d.labels.empty() && action.origin.source >= 0) d.labels.push_back({action.origin, ""});
  if (run_->termination == Termination::time_limit && options_.max_wall_seconds &&
      run_->size() > 0) {
    d.message = fmt::format("the time limit of {} s was reached at t = {} s",
                            number_text(*options_.max_wall_seconds, options_.digits),
                            number_text(run_->t.back(), options_.digits));
  }
  return d;
}

void Executor::report_run(const ir::Simulate& action, bool no_start, bool goes_on) {
  for (const RunWarning& warning : gathered(run_->warnings))
    report(diagnostic_of(warning, options_.digits));
  if (run_->failure && !no_start) report(failure_of_run(action));
  if (run_->termination == Termination::failed && !run_->failure && !no_start)
    report_unexplained(action);
  for (const Diagnostic& d : audit_warnings(*run_, action.origin)) report(d);
  const bool limit = run_->termination == Termination::time_limit ||
                     run_->termination == Termination::memory_limit;
  outcome_.cut |= limit;
  run_broken_ = limit || run_->termination == Termination::failed || no_start;
  outcome_.simulation_failed |= run_broken_;
  outcome_.interrupted |= run_->termination == Termination::interrupted;
  if (run_->termination == Termination::interrupted && run_->size() > 0) {
    sink_.note(fmt::format("interrupted at t = {} s; what follows shows the run up to there",
                           number_text(run_->t.back(), options_.digits)));
  }
  const Recording& samples = run_->samples;
  if (!samples.whole()) {
    sink_.note(fmt::format(
        "the record of the run grew beyond {} MB: of {} unknowns it keeps the {} that the results "
        "of the script are made of (`--memory` sets the limit)",
        number_text(static_cast<double>(options_.memory) / 1e6, options_.digits),
        samples.unknowns(), samples.kept()));
  }
  sink_.from(action.origin);
  sink_.run(summary());
  if (options_.scenes && run_->size() > 0) sink_.scene(scene_of(*run_, {.continues = goes_on}));
  if (options_.log) sink_.table(event_log());
}

// No run ends without a word, whatever has been forgotten elsewhere.
void Executor::report_unexplained(const ir::Simulate& action) {
  Diagnostic d{Code::E0701, "the run could not begin", {}, {}, {}, {}, {}};
  if (run_->size() > 0) d.message = "the run could not go on";
  if (action.origin.source >= 0) d.labels.push_back({action.origin, ""});
  report(d);
}

RunSummary Executor::summary() const {
  RunSummary summary;
  summary.termination = text_of(run_->termination);
  summary.samples = run_->size();
  if (run_->size() > 0) summary.from = run_->t.front(), summary.to = run_->t.back();
  for (std::size_t i = 0; i < run_->impacts.size() && i < scenario_->contacts.size(); ++i) {
    const auto& impacts = run_->impacts[i];
    const bool open = !impacts.empty() && !impacts.back().closed;
    summary.contacts.push_back({scenario_->contacts[i].name, impacts.size(), open});
  }
  summary.counters = counters_of(*run_);
  summary.unknowns = run_->samples.unknowns();
  summary.kept_unknowns = run_->samples.kept();
  summary.recorded_bytes = run_->recorded_bytes();
  summary.method = run_->method;
  summary.method_note = run_->method_note;
  if (run_->size() > 0 && summary.method_note.empty())
    summary.method_note = share_of_ida(run_->stretches, run_->t.back());
  summary.tolerances = run_->tolerance_note;
  summary.shared_loads = joints_that_share(*run_->model);
  summary.largest_drift = run_->max_drift();
  summary.energy_error = run_->energy.largest_error();
  if (run_->size() > 0) summary.audits = audit_summary(*run_);
  return summary;
}

// ---- actions of `when` ----------------------------------------------------------------

bool Executor::on_event(int event, const Run& run) {
  Diagnostics complaints;
  Results now(*scenario_, &run, tables_, complaints, options_.digits);
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
    if (stop->message) sink_.note(*stop->message);
    stop_run_ = true;
  }
}

void Executor::stop(const ir::Stop& action) {
  if (action.message) sink_.note(*action.message);
  outcome_.stopped = true;
}

}  // namespace mbs
