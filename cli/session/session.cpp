#include "cli/session/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/environment/script.hpp"
#include "cli/session/mechanism_text.hpp"
#include "lang/names/definitions.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/syntax/tokens.hpp"
#include "lang/text/scan.hpp"

namespace mbs {

namespace {

constexpr std::size_t undo_depth = 200;
constexpr const char* entry_name = "<repl>";

// `stop`, or a statement that has just been begun.
bool is_bare_statement_word(const ast::Expr& expression) {
  const auto* name = std::get_if<ast::Name>(&expression.node);
  return name && is_statement_word(name->name);
}

std::string word_of(std::string_view text) {
  return std::string(word_at(text, skip_blanks(text, 0)));
}

// `print (1 + 2)`, `simulate -1 s`, which could be read as a call or a difference, too.
bool begins_statement(std::string_view text) {
  const std::string word = word_of(text);
  const std::size_t behind = skip_blanks(text, 0) + word.size();
  return is_statement_word(word) && behind < text.size() && text[behind] == ' ' &&
         skip_blanks(text, behind) < text.size();
}

// `x = 3`, `simulat 1 s`: no expression begins like this, so what is wrong is told of a statement.
bool begins_no_expression(std::string_view text) {
  const std::size_t begin = skip_blanks(text, 0);
  const std::size_t next = skip_blanks(text, begin + word_at(text, begin).size());
  if (next == begin || next >= text.size()) return false;
  const bool assigns = text[next] == '=' && text.substr(next, 2) != "==";
  return assigns || text[next] == '"' || is_digit(text[next]);
}

// The words `ans` of a text, outside strings and comments and not behind a dot.
std::vector<std::size_t> answers_in(const std::string& text) {
  std::vector<std::size_t> places;
  std::size_t behind_dot = text.npos;
  for (const Token& token : cut_into_tokens(text).tokens) {
    if (token.is_word("ans") && token.begin != behind_dot) places.push_back(token.begin);
    behind_dot = token.is(".") ? token.end : text.npos;
  }
  return places;
}

// Is all that the action shows a text, such as a material's name?
bool prints_text(const Session::Prepared& prepared) {
  const auto& action = prepared.scenario->actions.at(prepared.first);
  const auto* print = std::get_if<ir::Print>(&action);
  return print && !print->parts.empty() && print->parts.front().kind == ir::Shown::Kind::text;
}

}  // namespace

Session::Session(SessionHost host) : host_(std::move(host)) {
  entry_source_ = host_.sources.add(entry_name, "");
}

Session::~Session() = default;

// ---- entries ------------------------------------------------------------------------

bool Session::evaluate(const std::string& text) {
  const std::string whole = with_answer(text);
  entry_source_ = host_.sources.add(entry_name, whole);
  Diagnostics of_expression;
  const ast::ExprPtr expression = parse_expression(host_.sources, entry_source_, of_expression);
  const bool right = expression && !of_expression.has_errors();
  const bool statement_first = begins_statement(whole) && !defines(world_, word_of(whole));
  if (right && !statement_first && (!is_bare_statement_word(*expression) || defines(world_, whole)))
    return show_value(expression);
  Diagnostics of_statements;
  const ast::File file = parse(host_.sources, entry_source_, of_statements);
  if (!of_statements.has_errors()) {
    show(of_statements, Report::warnings_too);
    return accept(file.statements, true);
  }
  const bool statement =
      looks_like_statement(whole, skip_blanks(whole, 0)) || begins_no_expression(whole);
  show(statement || right || !of_expression.has_errors() ? of_statements : of_expression,
       Report::errors);
  if (whole.find('=') != whole.npos && begins_no_expression(whole) &&
      has_param(world_, word_of(whole)))
    host_.out.give(Note{fmt::format("`:set {}` gives the param another value", whole)});
  return false;
}

bool Session::load(const std::string& name, const std::string& text, bool actions) {
  entry_source_ = host_.sources.add(name, text);
  Diagnostics diagnostics;
  const ast::File file = parse(host_.sources, entry_source_, diagnostics);
  show(diagnostics, Report::warnings_too);
  return !diagnostics.has_errors() && accept(file.statements, actions);
}

std::string Session::with_answer(const std::string& text) const {
  if (answer_.empty() || defines(world_, "ans")) return text;
  const std::vector<std::size_t> places = answers_in(text);
  std::string result = text;
  for (auto place = places.rbegin(); place != places.rend(); ++place)
    result.replace(*place, 3, answer_);
  return result;
}

// Warnings of what was accepted before are not told again. A param that nothing uses yet is no
// surprise here.
void Session::show(const Diagnostics& diagnostics, Report report) {
  if (report == Report::nothing) return;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    const bool error = info(diagnostic.code).severity == Severity::error;
    const bool here =
        !diagnostic.labels.empty() && diagnostic.labels[0].span.source == entry_source_;
    const bool wanted = report == Report::warnings_too && here && diagnostic.code != Code::W0301;
    if (error || wanted) host_.out.give(diagnostic);
  }
}

bool Session::show_table(const ast::Expr& expression) {
  const auto* name = std::get_if<ast::Name>(&expression.node);
  return name && show_kept_table(name->name);
}

bool Session::show_kept_table(const std::string& name) {
  const auto known = std::find_if(tables_.begin(), tables_.end(),
                                  [&](const KeptTable& table) { return table.name == name; });
  if (known == tables_.end()) return false;
  host_.out.give(TableOutput{known->name, true, known->columns, known->rows});
  return true;
}

// A body, a joint, a material: what has no value of its own, but fields with values.
bool Session::show_object(const std::string& name) {
  const std::string lines = field_values(name);
  if (lines.empty()) return false;
  ++entry_;
  host_.out.text(lines);
  return true;
}

bool Session::show_value(const ast::ExprPtr& expression) {
  if (show_table(*expression)) return true;
  auto print = std::make_shared<ast::Statement>();
  print->span = print->head = expression->span;
  print->node = ast::Print{{expression}};
  if (const auto* name = std::get_if<ast::Name>(&expression->node)) {
    const auto as_value = prepare(world_, {print}, Report::nothing);
    if ((!as_value || prints_text(*as_value)) && show_object(name->name)) return true;
  }
  auto prepared = prepare(world_, {print}, Report::warnings_too);
  if (!prepared) return false;
  ++entry_;
  return act(print, true, std::move(prepared));
}

bool Session::accept(const std::vector<ast::StatementPtr>& statements, bool with_actions) {
  std::vector<ast::StatementPtr> declarations, actions;
  for (const ast::StatementPtr& statement : statements) {
    if (!names::is_action(*statement)) {
      declarations.push_back(statement);
    } else if (with_actions) {
      actions.push_back(statement);
    }
  }
  std::vector<Accepted> old;
  SessionWorld next = with(world_, declarations, entry_ + 1, host_.sources, &old);
  // Without the actions there are no tables that `let`s might look at.
  const Lets lets = with_actions ? Lets::of_entry : Lets::as_used;
  auto prepared = prepare(next, actions, Report::warnings_too, lets);
  if (!prepared) return false;
  ++entry_;
  if (!declarations.empty()) {
    const std::string changed = title_of(*declarations.front(), host_.sources);
    commit(std::move(next), *prepared->scenario, old, changed);
    if (stale()) keep_up_run_world(declarations);
  }
  bool good = true;
  const bool single = actions.size() == 1;
  for (const ast::StatementPtr& action : actions) {
    good &= act(action, false, single ? std::move(prepared) : std::nullopt);
    if (host_.limits.interrupted()) break;
  }
  return good;
}

// ---- the world ------------------------------------------------------------------------

CompileOptions Session::options_for(const SessionWorld& world) const {
  CompileOptions options;
  options.overrides = world.overrides;
  options.has_run = run_.has_value();
  options.read_file = [directory = host_.directory](const std::string& path) {
    return read_used_file(directory / path);
  };
  options.canonical_path = canonical_in(host_.directory);
  return options;
}

std::shared_ptr<const ir::Scenario> Session::compile_world() {
  const auto prepared = prepare(world_, {}, Report::errors);
  return prepared ? prepared->scenario : nullptr;
}

// The world, what is left of earlier entries, and the statements asked for; `first` of its actions.
ast::File Session::whole(const SessionWorld& world, const std::vector<ast::StatementPtr>& actions,
                         std::size_t& first) const {
  ast::File file;
  file.source = entry_source_;
  for (const Accepted& accepted : world.statements) file.statements.push_back(accepted.statement);
  const std::vector<names::Definition> made = names::defined_by(actions);
  const auto remake = [&](const std::string& name) {
    return std::any_of(made.begin(), made.end(), [&](const names::Definition& one) {
      return one.name && one.name->name == name;
    });
  };
  const auto recall = [&](const auto& kept) {
    if (defines(world, kept.name) || remake(kept.name)) return;
    file.statements.push_back(kept.placeholder);
    ++first;
  };
  for (const NamedRun& run : named_) recall(run);
  for (const KeptTable& table : tables_) recall(table);
  file.statements.insert(file.statements.end(), actions.begin(), actions.end());
  return file;
}

std::optional<Session::Prepared> Session::prepare(const SessionWorld& world,
                                                  const std::vector<ast::StatementPtr>& actions,
                                                  Report report, Lets lets) {
  Prepared prepared;
  ast::File file = whole(world, actions, prepared.first);
  CompileOptions usual = options_for(world);
  usual.checked_source = lets == Lets::of_entry ? entry_source_ : -1;
  Compilation compilation = compile(host_.sources, file, usual);
  show(compilation.diagnostics, report);
  if (!compilation.scenario || compilation.diagnostics.has_errors()) return {};
  prepared.scenario = std::make_shared<const ir::Scenario>(std::move(*compilation.scenario));
  prepared.late_passes = [this, whole = std::make_shared<const ast::File>(std::move(file)),
                          options = usual](const LateValues& late) {
    CompileOptions again = options;
    again.late = late;
    return late_passes(compile(host_.sources, *whole, again), late.sweep);
  };
  return prepared;
}

// The present world, which `what` is about to change.
void Session::remember(const std::string& what, bool afresh) {
  if (history_.size() >= undo_depth) history_.erase(history_.begin());
  history_.push_back({world_, mechanism_, actions_, what, afresh});
  taken_back_.clear();
}

void Session::commit(SessionWorld next, const ir::Scenario& scenario,
                     const std::vector<Accepted>& old, const std::string& changed) {
  remember(changed);
  const bool was_stale = stale();
  const std::string before = mechanism_;
  world_ = std::move(next);
  mechanism_ = mechanism_text(scenario);
  if (!old.empty() || mechanism_ != before) actions_.clear();
  const bool made_stale = stale() && !was_stale;
  take_world_of_run();
  if (mechanism_ != before) stepper_.reset();
  note_replaced(old, made_stale);
}

// A run that is not stale could have been made now; what becomes stale after this is told anew.
void Session::take_world_of_run() {
  if (stale()) return;
  stale_told_.clear();
  if (run_) run_->world = world_;
}

void Session::note_replaced(const std::vector<Accepted>& old, bool made_stale) {
  for (std::size_t i = 0; i < old.size(); ++i) {
    const bool last = i + 1 == old.size();
    host_.out.give(
        Note{fmt::format("{} replaced (was entry {}){}", title_of(*old[i].statement, host_.sources),
                         old[i].entry, last && made_stale ? "; the last run is stale" : "")});
  }
}

// What does not change the mechanism of the stale run can be used when reading it.
void Session::keep_up_run_world(const std::vector<ast::StatementPtr>& declarations) {
  for (const ast::StatementPtr& declaration : declarations) {
    SessionWorld candidate = with(run_->world, {declaration}, entry_, host_.sources);
    const auto prepared = prepare(candidate, {}, Report::nothing);
    if (prepared && mechanism_text(*prepared->scenario) == run_->mechanism)
      run_->world = std::move(candidate);
  }
}

// The latest change of `from` is what the world becomes, and the present one its opposite.
std::string Session::exchange(std::vector<Change>& from, std::vector<Change>& to,
                              const char* verb) {
  if (from.empty()) return {};
  Change change = std::move(from.back());
  from.pop_back();
  to.push_back({world_, mechanism_, actions_, change.what, change.afresh});
  if (change.mechanism != mechanism_) stepper_.reset();
  world_ = std::move(change.world);
  mechanism_ = std::move(change.mechanism);
  actions_ = std::move(change.actions);
  if (change.afresh) forget_results();
  take_world_of_run();
  return fmt::format("{} {}", verb, change.what);
}

std::string Session::undo() {
  return exchange(history_, taken_back_, "took back");
}

std::string Session::redo() {
  return exchange(taken_back_, history_, "made again");
}

void Session::reset(const std::string& what) {
  remember(what, true);
  world_ = {};
  mechanism_.clear();
  actions_.clear();
  forget_results();
}

// What runs of another script have left.
void Session::forget_results() {
  run_.reset();
  stepper_.reset();
  tables_.clear();
  named_.clear();
  answer_.clear();
  last_end_ = 0;
}

Session::Contents Session::contents() const {
  return {world_, mechanism_, actions_,  run_,     tables_,
          named_, answer_,    last_end_, history_, taken_back_};
}

void Session::put_back(Contents before) {
  world_ = std::move(before.world);
  mechanism_ = std::move(before.mechanism);
  actions_ = std::move(before.actions);
  run_ = std::move(before.run);
  tables_ = std::move(before.tables);
  named_ = std::move(before.named);
  answer_ = std::move(before.answer);
  last_end_ = before.last_end;
  history_ = std::move(before.history);
  taken_back_ = std::move(before.taken_back);
}

// One change for `undo`: what loading commits from the empty world on is none of its own.
bool Session::load_afresh(const std::string& name, const std::string& text) {
  Contents before = contents();
  auto stepper = std::move(stepper_);
  reset(fmt::format("the loading of `{}`", name));
  const std::vector<Change> until_here = history_;
  const int entries = entry_;
  const bool good = load(name, text, true);
  if (entry_ != entries) {
    history_ = until_here;
    return good;
  }
  put_back(std::move(before));
  stepper_ = std::move(stepper);
  return false;
}

bool Session::set_override(const std::string& name, const std::string* text) {
  SessionWorld next = world_;
  next.overrides = with_override(next.overrides, name, text);
  const auto prepared = prepare(next, {}, Report::errors);
  if (!prepared) return false;
  commit(std::move(next), *prepared->scenario, {}, fmt::format("param `{}`", name));
  return true;
}

}  // namespace mbs
