#include "cli/session/stepper.hpp"

#include <fmt/format.h>

#include "cli/session/session.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/number.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/simulation.hpp"
#include "runtime/setup/pairs.hpp"

namespace mbs {

namespace {

// A single step must not be shortened by the end of the run, which is set this far ahead.
constexpr double end_of_run = 1.0;  // s

// "hit closed at 0.5 m/s"
std::string told(const LogEntry& entry, int digits) {
  if (entry.what == "event") return fmt::format("`{}` happened", entry.subject);
  if (!entry.note.empty()) return fmt::format("{}: {}", entry.subject, entry.note);
  std::string text = fmt::format("{} {}", entry.subject, entry.what);
  if (entry.what == "closed" || entry.what == "opened" || entry.what == "strikes" ||
      entry.what == "opens")
    text += fmt::format(" at {} m/s", format_number(entry.value, digits));
  return text;
}

}  // namespace

bool Stepper::make(Session& session, std::shared_ptr<const ir::Scenario> scenario,
                   const Run* previous) {
  SimulationOptions options;
  static_cast<RunLimits&>(options) = session.host().limits;
  if (previous) static_cast<ir::RunSettings&>(options) = previous->settings;
  Diagnostics diagnostics;
  if (!options.step) scenario = with_pairs(std::move(scenario));
  auto simulation = std::make_unique<Simulation>(build(scenario), options, previous, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) session.out().give(diagnostic);
  if (!simulation->ready()) return false;
  scenario_ = std::move(scenario);
  simulation_ = std::move(simulation);
  return true;
}

std::unique_ptr<Stepper> Stepper::start(Session& session) {
  auto scenario = session.compile_world();
  if (!scenario) return nullptr;
  std::unique_ptr<Stepper> stepper(new Stepper);
  stepper->world_ = session.world();
  if (!stepper->make(session, scenario, nullptr)) return nullptr;
  session.keep_run(std::make_shared<const Run>(stepper->run()), stepper->world_, *scenario);
  return stepper;
}

std::unique_ptr<Stepper> Stepper::resume(Session& session) {
  const Session::KeptRun* current = session.current_run();
  if (!current) return nullptr;
  std::unique_ptr<Stepper> stepper(new Stepper);
  stepper->world_ = current->world;
  const auto prepared = session.prepare(stepper->world_, {}, Session::Report::errors);
  if (!prepared || !stepper->make(session, prepared->scenario, current->run.get())) return nullptr;
  return stepper;
}

bool Stepper::step(Session& session, std::optional<double> duration) {
  const std::size_t log_before = run().log.size();
  const double end = time() + duration.value_or(end_of_run);
  if (duration) {
    simulation_->advance(end);
  } else {
    simulation_->step(end);
  }
  return tell(session, log_before, "");
}

bool Stepper::until(Session& session, const std::string& condition, double limit) {
  const ast::StatementPtr action =
      session.statement_of("<repl>", "simulate 1 s until " + condition);
  // What is no condition is said of the text as it was entered.
  if (!action) return session.expression(condition, Session::Report::errors) != nullptr;
  const auto prepared = session.prepare(world_, {action}, Session::Report::errors);
  if (!prepared) return false;
  const auto* simulate = std::get_if<ir::Simulate>(&prepared->scenario->actions[prepared->first]);
  if (!simulate) return false;
  const NodeId node = simulate->until;
  const Run before = run();
  if (!make(session, prepared->scenario, &before)) return false;
  const std::size_t log_before = run().log.size();
  simulation_->advance(time() + limit, node);
  if (run().termination == Termination::until) return tell(session, log_before, condition);
  session.out().give(Note{fmt::format("`{}` did not become true", condition)});
  return tell(session, log_before, "");
}

bool Stepper::tell(Session& session, std::size_t log_before, const std::string& reached) {
  session.extend_run(std::make_shared<const Run>(run()), world_, *scenario_);
  const int digits = session.host().digits;
  std::string text = "t = " + handy_time(time(), digits);
  std::string details = reached;
  const auto& log = run().log;
  for (std::size_t i = log_before; reached.empty() && i < log.size(); ++i)
    details += (details.empty() ? "" : ", ") + told(log[i], digits);
  if (!details.empty()) text += ": " + details;
  session.out().text(text + "\n");
  if (const auto& failure = run().failure) {
    Diagnostic diagnostic{
        failure->code, failure->message, {}, failure->notes, failure->hint, {}, {}};
    if (failure->origin.source >= 0) diagnostic.labels.push_back({failure->origin, ""});
    session.out().give(diagnostic);
    return false;
  }
  return run().termination != Termination::interrupted;
}

}  // namespace mbs
