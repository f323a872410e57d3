#include "cli/session/repl_commands_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/environment/script.hpp"
#include "cli/output/mechanism.hpp"
#include "cli/report/notebook.hpp"
#include "cli/session/refuse.hpp"
#include "cli/session/repl_commands_names.hpp"
#include "cli/session/session.hpp"
#include "cli/session/state_report.hpp"
#include "cli/session/stepper.hpp"
#include "lang/kinds/kinds.hpp"
#include "runtime/results/film.hpp"

namespace mbs {

namespace {

constexpr double until_limit = 10;  // s: how far `:until` looks if nothing else is said

// A duration in s; empty, with the errors shown, if it is none.
std::optional<double> duration_of(Session& session, const std::string& text) {
  const auto parts = session.values({text}, Session::Report::errors);
  if (parts.empty()) return {};
  const PrintPart& part = parts.front();
  const bool number = part.cells.size() == 1 && part.cells[0].kind == Cell::Kind::number;
  if (number && part.heading.unit.dimension == dim::time && part.cells[0].value > 0)
    return part.cells[0].value;
  session.out().problem(fmt::format("`{}` is no length of time; write `100 us`", text));
  return {};
}

// The run under way, or one that goes on from the end of the current run.
Stepper* stepper(Session& session) {
  if (!session.stepper()) session.stepper() = Stepper::resume(session);
  if (!session.stepper() && !session.current_run())
    session.out().problem("no run is under way; `:start` begins one");
  return session.stepper().get();
}

int contact_index(const ir::Scenario& scenario, const std::string& name) {
  for (std::size_t i = 0; i < scenario.contacts.size(); ++i) {
    if (scenario.contacts[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

bool assembly_command(Session& session, const std::string&) {
  const auto scenario = session.compile_world();
  if (!scenario) return false;
  const ModelPtr model = build(scenario);
  Diagnostics diagnostics;
  const auto assembly = assemble(*model, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.sorted()) session.out().give(diagnostic);
  if (!assembly) return false;
  const int digits = session.host().digits;
  const std::string text =
      mechanism_line(*scenario, *assembly, digits) + "\n" + contact_lines(*scenario, digits);
  session.out().text(text);
  return !diagnostics.has_errors();
}

bool start_command(Session& session, const std::string&) {
  session.stepper() = nullptr;
  auto stepper = Stepper::start(session);
  if (!stepper) return false;
  const int freedom = stepper->run().start.degrees_of_freedom;
  session.out().text(
      fmt::format("t = 0 s, {} {} of freedom\n", freedom, freedom == 1 ? "degree" : "degrees"));
  session.stepper() = std::move(stepper);
  return true;
}

bool step_command(Session& session, const std::string& text) {
  std::optional<double> duration;
  if (!text.empty() && !(duration = duration_of(session, text))) return false;
  Stepper* run = stepper(session);
  return run && run->step(session, duration);
}

bool until_command(Session& session, const std::string& condition) {
  if (condition.empty()) return refuse(session, "`:until` needs a condition: `:until B.delta > 0`");
  Stepper* run = stepper(session);
  return run && run->until(session, condition, until_limit);
}

bool run_on_command(Session& session, const std::string& text) {
  std::optional<double> duration;
  if (!text.empty() && !(duration = duration_of(session, text))) return false;
  Stepper* run = stepper(session);
  if (!run) return false;
  if (!duration) {
    duration = session.last_end() - run->time();
    if (*duration <= 0) return refuse(session, "how far? `:run 1 ms`");
  }
  return run->step(session, duration);
}

bool state_command(Session& session, const std::string& name) {
  const Session::KeptRun* current = session.current_run();
  if (!current) return refuse(session, "there is no run; `simulate 1 ms` or `:start` makes one");
  const Run& run = *current->run;
  const int digits = session.host().digits;
  if (name.empty()) {
    session.out().text(state_overview(run, digits));
    return true;
  }
  if (const int contact = contact_index(scenario(*run.model), name); contact >= 0) {
    session.out().text(contact_state_text(run, contact, digits));
    return true;
  }
  const Vocabulary own = vocabulary_of(session);
  const DefinedName* symbol = own.find(name.substr(0, name.find_first_of("[.")));
  const std::string kind = symbol ? symbol->kind_name : "";
  const std::string text = object_state_text(session, name, kind);
  if (text.empty()) return refuse(session, fmt::format("`{}` has no state to show", name));
  session.out().text(text);
  return true;
}

bool view_command(Session& session, const std::string& file) {
  const Session::KeptRun* current = session.current_run();
  if (!current) return refuse(session, "there is no run; `simulate 1 ms` or `:start` makes one");
  int statements = 0;
  const std::string script = session.stale() ? "" : session.as_script(statements);
  const NotebookPage page = run_page({scene_of(*current->run), current->summary, current->plots,
                                      script, current->expectations, &session.host().sources});
  if (file.empty()) {
    return session.out().page(page) ||
           refuse(session, "pages are for browsers; `:view run.html` writes one");
  }
  const std::string problem = session.host().write_file(session.host().directory / file, page.html);
  if (!problem.empty()) return refuse(session, unwritten_text(file, problem));
  session.out().text(fmt::format("wrote {}\n", file));
  return true;
}

bool load_command(Session& session, const std::string& file) {
  if (file.empty()) return refuse(session, "`:load` needs a file");
  std::string problem;
  const auto text = read_text_file(session.host().directory / file, problem);
  if (!text) return refuse(session, fmt::format("cannot read `{}`: {}", file, problem));
  return session.load_afresh(file, *text);
}

bool save_command(Session& session, const std::string& file) {
  if (file.empty()) return refuse(session, "`:save` needs a file");
  int statements = 0;
  const std::string text = session.as_script(statements);
  const std::string problem = session.host().write_file(session.host().directory / file, text);
  if (!problem.empty()) return refuse(session, unwritten_text(file, problem));
  session.out().text(fmt::format("wrote {} ({} {})\n", file, statements,
                                 statements == 1 ? "statement" : "statements"));
  return true;
}

}  // namespace mbs
