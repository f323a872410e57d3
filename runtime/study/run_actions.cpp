#include "runtime/study/run_actions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "lang/scenario/stepping_obstacles.hpp"
#include "runtime/model/model.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/simulation.hpp"
#include "runtime/study/expect.hpp"
#include "runtime/study/kept_run.hpp"
#include "runtime/study/later.hpp"
#include "runtime/study/print.hpp"
#include "runtime/study/run_report.hpp"
#include "runtime/study/storing.hpp"

namespace mbs {

SimulationOptions RunActions::options_of(const ir::Simulate& action) {
  SimulationOptions options;
  static_cast<ir::RunSettings&>(options) = decided(action, now_.options.runs);
  static_cast<RunLimits&>(options) = now_.options;
  options.usual_speed = now_.options.usual_speed;
  options.duration = action.duration;
  if (now_.options.max_wall_seconds)
    options.max_wall_seconds = std::max(0.0, *now_.options.max_wall_seconds - now_.seconds_spent());
  options.warn = [this](const RunWarning& warning) {
    now_.report(complaint_of(warning, now_.options.digits));
  };
  options.on_event = [this](int event, const Run& run) { return on_event(event, run); };
  return options;
}

// Blows that are located need a contact for each pair of a rigid group.
ModelPtr RunActions::model_for(const ir::Simulate& action) {
  const ir::Scenario& scenario = *now_.scenario;
  const bool rigid = std::ranges::any_of(scenario.groups, [&](const ir::ContactGroup& group) {
    return ir::is_rigid(scenario, group);
  });
  return now_.model_with(rigid && !action.step);
}

bool RunActions::can_begin(const ir::Simulate& action) {
  if (now_.interrupted()) {
    now_.outcome.interrupted = true;
    return false;
  }
  if (!action.continues || now_.run()) return true;
  Diagnostics complaints;
  complaints.add(Code::E0306, action.origin, "`continue` needs a run to go on with").hint =
      "put a `simulate` above it";
  now_.report(complaints.list().front());
  now_.outcome.script_error = true;
  return false;
}

void RunActions::tell_once(const Diagnostic& d) {
  if (told_of_start_.insert(d.message).second) now_.report(d);
}

void RunActions::report_nothing_moves(const ir::Simulate& action) {
  Diagnostic d{Code::W0503, "nothing moves in this run: there is no body", {}, {}, {}, {}, {}};
  d.labels.push_back({action.origin, ""});
  d.hint = "declare a body, or `use` the file with the mechanism";
  tell_once(d);
}

namespace {

void forget(Run& run) {
  run.t.clear();
  run.samples = Recording(run.samples.unknowns());
  run.modes = {};
  for (auto& impacts : run.impacts) impacts.clear();
  for (auto& times : run.event_times) times.clear();
}

// A start that nothing could go on from, such as that of a model that its integrator does not suit,
// is no run, as a start that is refused is none.
bool never_began(const Run& run) {
  return run.termination == Termination::failed && run.size() <= 1 && run.counters.steps == 0;
}

}  // namespace

void RunActions::simulate(const ir::Simulate& asked) {
  if (now_.broken()) return;
  const auto known = settled(now_, asked);
  if (!known || !can_begin(*known)) return;
  const ir::Simulate& action = *known;
  const ModelPtr model = model_for(action);
  const Layout& l = layout(*model);
  if (l.bodies == 0 && l.script_states == 0) report_nothing_moves(action);
  now_.forget_results();
  stop_run_ = false;
  Diagnostics of_start;
  const Run* previous = action.continues ? now_.run().get() : nullptr;
  const bool goes_on = previous && previous->size() > 0;
  const auto storing = store(action, goes_on, model);
  SimulationOptions options = options_of(action);
  if (storing) storing->listen(options);
  Simulation simulation(model, options, previous, of_start);
  for (const Diagnostic& d : of_start.sorted()) tell_once(d);  // now: the run may take long
  if (simulation.ready())
    simulation.advance(simulation.run().t.back() + action.duration, action.until);
  Run run = simulation.take();
  if (of_start.has_errors() || (!goes_on && never_began(run))) forget(run);
  now_.hold(std::make_shared<const Run>(std::move(run)));
  if (action.run >= 0) now_.named.runs[static_cast<std::size_t>(action.run)] = now_.run();
  report_run(now_, action, of_start.has_errors(), goes_on);
  if (storing)
    storing->end(*now_.run(), summary_of(*now_.run(), *now_.scenario), event_log(*now_.run()));
}

// Null if nobody asks for it. A run that goes on is one with what it continues.
std::unique_ptr<Storing> RunActions::store(const ir::Simulate& action, bool goes_on,
                                           const ModelPtr& model) {
  const ExecuteOptions& options = now_.options;
  const ir::Scenario& scenario = *now_.scenario;
  if (!(options.store || options.gives_signals) || !scenario.recorded) return nullptr;
  if (!goes_on) ++stored_runs_;
  StoredRun run{options.place, stored_runs_, "", goes_on};
  if (action.run >= 0) run.name = scenario.runs[static_cast<std::size_t>(action.run)];
  std::vector<std::unique_ptr<RunKeeper>> keepers;
  if (options.store) keepers.push_back(options.store->begin(run, *scenario.recorded));
  if (options.gives_signals)
    keepers.push_back(
        std::make_unique<KeptRunGiver>(run, *scenario.recorded, kept_signals_, now_.sink));
  return std::make_unique<Storing>(std::move(keepers), scenario, model);
}

bool RunActions::on_event(int event, const Run& run) {
  Diagnostics complaints;
  Results seen(*now_.scenario, &run, now_.tables, complaints, {.digits = now_.options.digits});
  for (const ir::Action& action : now_.scenario->events[event].actions)
    event_action(action, seen, complaints);
  now_.settle(seen, complaints);
  return stop_run_;
}

void RunActions::event_action(const ir::Action& action, Results& results,
                              const Diagnostics& complaints) {
  if (const auto* print = std::get_if<ir::Print>(&action)) show_print(now_, *print, results);
  if (const auto* expect = std::get_if<ir::Expect>(&action))
    check_expectation(now_, *expect, results, complaints);
  if (const auto* stop = std::get_if<ir::Stop>(&action)) {
    if (stop->message) now_.note(*stop->message);
    stop_run_ = true;
  }
}

}  // namespace mbs
