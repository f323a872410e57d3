// Actions of a session: executed at once, over the run and the tables so far.
#include <fmt/format.h>

#include <algorithm>

#include "cli/session/mechanism_text.hpp"
#include "cli/session/run_need.hpp"
#include "cli/session/session.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/parse.hpp"
#include "runtime/setup/pairs.hpp"
#include "runtime/study/executor.hpp"

namespace mbs {

namespace {

// Keeps what actions give, and says nothing.
class KeepingOutput : public SessionOutput {
 public:
  std::string give(Output output) override { return kept.give(std::move(output)); }
  void text(const std::string&) override {}
  void problem(const std::string&) override {}
  BufferedSink kept;
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '{' || c == '}') result += '\\';
    result += c;
  }
  return result + "\"";
}

// `table fig12 { "ce" = 1, "hits" = 1 N in kN }`
std::string placeholder_text(const ir::TableInfo& table) {
  std::string columns;
  for (const ir::TableInfo::Column& column : table.columns) {
    PrintPart part;
    part.heading.unit = column.unit;
    part.cells = {Cell::number(1)};
    columns += fmt::format("{}{} = {}", columns.empty() ? "" : ", ", quoted(column.name),
                           column.text ? "\"\"" : literal_text({part}));
  }
  return fmt::format("table {} {{ {} }}", table.name, columns);
}

bool is_sweep(const ast::Statement& action) {
  return std::holds_alternative<ast::Sweep>(action.node) ||
         std::holds_alternative<ast::For>(action.node);
}

// Does the run hold what was asked for, or at least a part that the user cut off?
bool usable(const Run& run) {
  return run.size() > 0 && run.termination != Termination::failed &&
         run.termination != Termination::time_limit;
}

// "param `v`", "param `v` and contact `hit`", "12 declarations"
std::string listed(const std::vector<std::string>& things, const char* name_of_many) {
  constexpr std::size_t most = 4;
  if (things.size() > most) return fmt::format("{} {}", things.size(), name_of_many);
  std::string text;
  for (std::size_t i = 0; i < things.size(); ++i)
    text += (i == 0 ? "" : i + 1 == things.size() ? " and " : ", ") + things[i];
  return text;
}

}  // namespace

ast::StatementPtr Session::statement_of(const std::string& name, const std::string& text) {
  const int source = host_.sources.add(name, text);
  Diagnostics diagnostics;
  ast::File file = parse(host_.sources, source, diagnostics);
  const bool good = !diagnostics.has_errors() && file.statements.size() == 1;
  return good ? file.statements.front() : nullptr;
}

ast::ExprPtr Session::expression(const std::string& text, Report report) {
  entry_source_ = host_.sources.add("<repl>", with_answer(text));
  Diagnostics diagnostics;
  ast::ExprPtr expression = parse_expression(host_.sources, entry_source_, diagnostics);
  show(diagnostics, report);
  return diagnostics.has_errors() ? nullptr : expression;
}

// ---- one action -------------------------------------------------------------------------

bool Session::act(const ast::StatementPtr& action, bool expression, std::optional<Prepared> ready) {
  SessionWorld world = world_;
  if (!ready) ready = prepare(world, {action}, Report::errors);
  if (!ready) return false;
  const auto asks = [&](const Prepared& prepared) {
    const auto& actions = prepared.scenario->actions;
    return std::any_of(actions.begin() + static_cast<std::ptrdiff_t>(prepared.first), actions.end(),
                       [&](const ir::Action& a) { return needs_run(*prepared.scenario, a); });
  };
  if (stale() && asks(*ready)) {
    warn_stale(action->span);
    world = run_->world;
    ready = prepare(world, {action}, Report::errors);
    if (!ready) return false;
  }
  SessionSink sink(host_.out, {expression, is_sweep(*action), host_.digits});
  const bool good = execute(*ready, world, sink);
  if (!sink.answer().empty()) answer_ = sink.answer();
  if (sink.printed_text()) answer_ = "(" + std::string(host_.sources.text(action->span)) + ")";
  if (good && !expression) actions_.push_back(action);
  return good;
}

void Session::warn_stale(Span span) {
  const std::string changed =
      listed(differences(run_->world, world_, host_.sources), "declarations");
  if (stale_told_ == changed) return;
  stale_told_ = changed;
  Diagnostics diagnostics;
  diagnostics.add(Code::W0302, span,
                  fmt::format("this uses a run made before {} changed", changed));
  host_.out.give(diagnostics.list().front());
}

bool Session::execute(const Prepared& prepared, const SessionWorld& world, SessionSink& sink) {
  ExecuteOptions options;
  options.late_passes = prepared.late_passes;
  static_cast<RunLimits&>(options) = host_.limits;
  options.jobs = host_.jobs;
  options.digits = host_.digits;
  Executor executor(prepared.scenario, options, sink);
  const auto before = run_ ? run_->run : nullptr;
  executor.set_current(before);
  const auto& tables = prepared.scenario->tables;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    for (const KeptTable& kept : tables_) {
      if (kept.name == tables[i].name) executor.tables()[i] = kept.rows;
    }
  }
  give_named(prepared.scenario, executor.named());
  const auto& actions = prepared.scenario->actions;
  for (std::size_t i = prepared.first; i < actions.size(); ++i) {
    if (!executor.execute(actions[i])) break;
  }
  executor.finish();
  keep_named(*prepared.scenario, executor.named());
  keep_tables(*prepared.scenario, executor.tables());
  const auto run = executor.share_current();
  if (run && run != before) {
    stepper_.reset();
    if (usable(*run)) keep_run(run, world, *prepared.scenario);
  }
  if (run_ && run_->run == run) keep_shown(sink);
  const Outcome& outcome = executor.outcome();
  return !outcome.script_error && !outcome.simulation_failed && !outcome.file_error &&
         !outcome.interrupted;
}

void Session::keep_run(std::shared_ptr<const Run> run, const SessionWorld& world,
                       const ir::Scenario& scenario) {
  if (run->size() > 0) last_end_ = std::max(last_end_, run->t.back());
  run_ = KeptRun{std::move(run), world, mechanism_text(scenario)};
  stale_told_.clear();
}

void Session::extend_run(std::shared_ptr<const Run> run, const SessionWorld& world,
                         const ir::Scenario& scenario) {
  std::vector<PlotOutput> plots = run_ ? std::move(run_->plots) : std::vector<PlotOutput>();
  keep_run(std::move(run), world, scenario);
  run_->plots = std::move(plots);
}

void Session::keep_shown(const SessionSink& sink) {
  constexpr std::size_t most = 12;
  if (sink.summary()) run_->summary = sink.summary();
  auto& plots = run_->plots;
  plots.insert(plots.end(), sink.plots().begin(), sink.plots().end());
  if (plots.size() > most) plots.erase(plots.begin(), plots.end() - most);
  for (const Expectation& told : sink.expectations()) keep_expectation(told);
}

// Asked again it comes out anew: of one text the last one counts.
void Session::keep_expectation(const Expectation& told) {
  auto& all = run_->expectations;
  const auto text = host_.sources.text(told.text);
  std::erase_if(all, [&](const Expectation& e) { return host_.sources.text(e.text) == text; });
  all.push_back(told);
}

void Session::keep_tables(const ir::Scenario& scenario, const Tables& tables) {
  for (std::size_t i = 0; i < scenario.tables.size(); ++i) {
    const ir::TableInfo& info = scenario.tables[i];
    if (info.name.empty() || tables[i].empty()) continue;
    const std::string text = placeholder_text(info);
    const auto same = [&](const KeptTable& kept) { return kept.name == info.name; };
    const auto found = std::find_if(tables_.begin(), tables_.end(), same);
    if (found != tables_.end() && found->text == text) {
      found->rows = tables[i];
      continue;
    }
    if (found != tables_.end()) tables_.erase(found);
    std::vector<Heading> columns;
    for (const auto& column : info.columns) columns.push_back({column.name, column.unit});
    if (const auto placeholder = statement_of("<table>", text))
      tables_.push_back({info.name, text, placeholder, tables[i], columns});
  }
}

std::vector<PrintPart> Session::values(const std::vector<std::string>& expressions, Report report) {
  ast::Print parts;
  for (const std::string& text : expressions) {
    parts.parts.push_back(expression(text, report));
    if (!parts.parts.back()) return {};
  }
  auto print = std::make_shared<ast::Statement>();
  print->span = print->head = parts.parts.front()->span;
  print->node = std::move(parts);
  const SessionWorld& world = stale() ? run_->world : world_;
  const auto prepared = prepare(world, {print}, report);
  if (!prepared) return {};
  KeepingOutput output;
  SessionSink sink(output, {false, false, host_.digits});
  execute(*prepared, world, sink);
  Diagnostics told;
  for (Diagnostic& diagnostic : diagnostics_of(output.kept.outputs()))
    told.add(std::move(diagnostic));
  show(told, report);
  return last_printed(output.kept.outputs());
}

// Those of the mechanism as it is now.
void Session::give_named(const std::shared_ptr<const ir::Scenario>& scenario,
                         NamedRuns& named) const {
  if (named_.empty()) return;
  const std::string mechanism = mechanism_text(*scenario);
  for (const NamedRun& kept : named_) {
    const auto place = std::find(scenario->runs.begin(), scenario->runs.end(), kept.name);
    if (place == scenario->runs.end() || kept.mechanism != mechanism) continue;
    const bool pairs = has_pairs(mbs::scenario(*kept.run->model));
    if (named.model && pairs != has_pairs(mbs::scenario(*named.model))) continue;  // another layout
    named.runs[static_cast<std::size_t>(place - scenario->runs.begin())] = kept.run;
    if (!named.model) named.model = build(pairs ? with_pairs(scenario) : scenario);
  }
}

void Session::keep_named(const ir::Scenario& scenario, const NamedRuns& named) {
  for (std::size_t i = 0; i < scenario.runs.size(); ++i) {
    const std::string& name = scenario.runs[i];
    const auto same = [&](const NamedRun& kept) { return kept.name == name; };
    const auto known = std::find_if(named_.begin(), named_.end(), same);
    if (!named.runs[i] || (known != named_.end() && known->run == named.runs[i])) continue;
    if (known != named_.end()) named_.erase(known);
    if (const auto placeholder = statement_of("<run>", "simulate 1 s as " + name))
      named_.push_back({name, placeholder, mechanism_text(scenario), named.runs[i]});
  }
}

std::vector<ast::StatementPtr> Session::kept_statements() const {
  std::vector<ast::StatementPtr> statements;
  for (const NamedRun& run : named_) statements.push_back(run.placeholder);
  for (const KeptTable& table : tables_) statements.push_back(table.placeholder);
  return statements;
}

// ---- the session as a script --------------------------------------------------------------

namespace {

// A param with the value that `:set` gave it.
std::string with_value(const ast::Statement& statement, const std::string& value,
                       const SourceMap& sources) {
  const ast::Param& param = std::get<ast::Param>(statement.node);
  const Span before{statement.span.source, statement.span.begin, param.value->span.begin};
  return std::string(sources.text(before)) + value;
}

const Override* override_of(const ast::Statement& statement, const SessionWorld& world) {
  const auto* param = std::get_if<ast::Param>(&statement.node);
  if (!param) return nullptr;
  const auto found =
      std::find_if(world.overrides.begin(), world.overrides.end(),
                   [&](const Override& set) { return set.name == param->name.name; });
  return found == world.overrides.end() ? nullptr : &*found;
}

}  // namespace

std::string Session::as_script(int& statements) const {
  std::string text = "mbs 1\n";
  statements = 0;
  for (const Override& set : world_.overrides) {
    if (!defines(world_, set.name))
      text += fmt::format("# run with --set '{}={}'\n", set.name, set.text);
  }
  text += "\n";
  for (const Accepted& accepted : world_.statements) {
    const ast::Statement& statement = *accepted.statement;
    if (std::holds_alternative<ast::Version>(statement.node)) continue;
    const Override* set = override_of(statement, world_);
    text += (set ? with_value(statement, set->text, host_.sources)
                 : statement_text(statement, host_.sources)) +
            "\n";
    ++statements;
  }
  if (!actions_.empty()) text += "\n";
  for (const ast::StatementPtr& action : actions_) {
    text += statement_text(*action, host_.sources) + "\n";
    ++statements;
  }
  return text;
}

}  // namespace mbs
