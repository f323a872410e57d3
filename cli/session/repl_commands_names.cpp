#include "cli/session/repl_commands_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/output/text_table.hpp"
#include "cli/output/units_report.hpp"
#include "cli/session/refuse.hpp"
#include "cli/session/session.hpp"
#include "cli/session/world.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/names/program.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/ast.hpp"
#include "lang/text/suggest.hpp"
#include "service/doc.hpp"
#include "service/used_names.hpp"

namespace mbs {

namespace {

std::string hint_for(const std::string& name, const Vocabulary& own) {
  std::vector<std::string> names = documented_names();
  for (const DefinedName& symbol : own.symbols()) names.push_back(symbol.name);
  const auto near = suggest(name, names);
  return near ? fmt::format("; did you mean `{}`?", *near) : std::string();
}

// "c", "0.3 mm" of "c = 0.3 mm".
bool split_assignment(const std::string& text, std::string& name, std::string& value) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return false;
  const auto trim = [](std::string part) {
    part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
    part.erase(part.find_last_not_of(' ') + 1);
    return part;
  };
  name = trim(text.substr(0, equals));
  value = trim(text.substr(equals + 1));
  return !name.empty() && !value.empty();
}

bool is_overridden(const Session& session, const std::string& name) {
  const auto& overrides = session.world().overrides;
  return std::any_of(overrides.begin(), overrides.end(),
                     [&](const Override& set) { return set.name == name; });
}

// The world has no name and is no symbol: `world planar { … }`; null if there is none.
const ast::Statement* world_of(const Session& session) {
  for (const Accepted& accepted : session.world().statements) {
    const auto* declared = std::get_if<ast::Declaration>(&accepted.statement->node);
    if (declared && declared->kind.name == "world") return accepted.statement.get();
  }
  return nullptr;
}

// What has names of this kind; of every kind that has any, where `kind` is empty.
std::vector<std::string> kinds_among(const Vocabulary& own, const std::string& kind) {
  std::vector<std::string> kinds;
  for (const DefinedName& symbol : own.symbols()) {
    const bool wanted = kind.empty() || symbol.kind_name == kind;
    if (wanted && std::find(kinds.begin(), kinds.end(), symbol.kind_name) == kinds.end())
      kinds.push_back(symbol.kind_name);
  }
  return kinds;
}

// "there is no kind `bodies`; there are names of: param, body"
bool refuse_kind(Session& session, const std::string& kind, const Vocabulary& own) {
  std::string text = fmt::format("there is no kind `{}`", kind);
  const char* before = "; there are names of: ";
  for (const std::string& one : kinds_among(own, "")) text += std::exchange(before, ", ") + one;
  return refuse(session, text);
}

bool is_kind(const std::string& word) {
  static constexpr std::string_view others[] = {"param", "let",  "fn",       "law",  "friction",
                                                "table", "data", "template", "run",  "world",
                                                "event", "when", "state",    "file", "use"};
  return find_kind(word) ||
         std::find(std::begin(others), std::end(others), word) != std::end(others);
}

}  // namespace

Vocabulary vocabulary_of(const Session& session) {
  Vocabulary vocabulary;
  for (const Accepted& accepted : session.world().statements)
    vocabulary.add(*accepted.statement, session.host().sources);
  for (const ast::StatementPtr& table : session.kept_statements())
    vocabulary.add(*table, session.host().sources);
  return vocabulary;
}

Vocabulary visible_names(const Session& session) {
  SourceMap sources = session.host().sources;
  ast::File own;
  for (const Accepted& accepted : session.world().statements)
    own.statements.push_back(accepted.statement);
  const names::Program program = names::program_of(own, sources, session.compile_options());
  std::vector<Vocabulary> defined{vocabulary_of(session)};
  for (std::size_t file = 1; file < program.files().size(); ++file)
    defined.emplace_back().add(program.files()[file].tree->statements, sources);
  return with_used(program, [&](int file) -> const Vocabulary& {
    return defined[static_cast<std::size_t>(file)];
  });
}

bool doc_command(Session& session, const std::string& name) {
  if (name.empty()) return refuse(session, "`:doc` needs a name: `:doc flores`");
  const Vocabulary own = visible_names(session);
  const auto text = doc_text(name, own);
  if (!text) return refuse(session, fmt::format("there is no `{}`{}", name, hint_for(name, own)));
  session.out().text(*text);
  return true;
}

bool list_command(Session& session, const std::string& kind) {
  const Vocabulary own = vocabulary_of(session);
  std::string text;
  if (const ast::Statement* world = world_of(session); world && (kind.empty() || kind == "world"))
    text += fmt::format("{:<10}  {}\n", "world", std::get<ast::Declaration>(world->node).name.name);
  for (const std::string& one : kinds_among(own, kind)) {
    std::string names;
    for (const DefinedName& symbol : own.symbols()) {
      if (symbol.kind_name != one) continue;
      names += (names.empty() ? "" : ", ") + symbol.name + (symbol.indexed ? "[]" : "");
    }
    text += fmt::format("{:<10}  {}\n", one, names);
  }
  if (text.empty() && !kind.empty() && !is_kind(kind)) return refuse_kind(session, kind, own);
  if (text.empty())
    text = kind.empty() ? "nothing has been defined yet\n" : fmt::format("no {} yet\n", kind);
  session.out().text(text);
  return true;
}

bool show_command(Session& session, const std::string& name) {
  if (name.empty()) return refuse(session, "`:show` needs a name: `:show hit`");
  const Vocabulary own = vocabulary_of(session);
  if (const ast::Statement* world = world_of(session); world && name == "world") {
    session.out().text(statement_text(*world, session.host().sources) + "\n");
    return true;
  }
  if (session.show_kept_table(name)) return true;
  if (const DefinedName* symbol = own.find(name)) {
    session.out().text(symbol->text + "\n");
    return true;
  }
  return refuse(session, fmt::format("this session has not defined `{}`{}", name,
                                     library_vocabulary().find(name)
                                         ? "; it belongs to the library: `:doc " + name + "`"
                                         : hint_for(name, own)));
}

bool params_command(Session& session, const std::string&) {
  const auto scenario = session.compile_world();
  if (!scenario) return false;
  TextTable table{{{"param", "", false, {}}, {"value", "", false, {}}, {"", "", false, {}}}};
  for (const ir::ParamValue& param : scenario->params) {
    table.columns[0].cells.push_back(param.name);
    table.columns[1].cells.push_back(param.value);
    table.columns[2].cells.push_back(is_overridden(session, param.name) ? "set" : "");
  }
  session.out().text(scenario->params.empty() ? "there are no params\n" : render(table));
  return true;
}

bool set_command(Session& session, const std::string& assignment) {
  std::string name, value;
  if (!split_assignment(assignment, name, value))
    return refuse(session, "`:set` reads `:set c = 0.3 mm`");
  return session.set_override(name, &value);
}

bool unset_command(Session& session, const std::string& name) {
  if (!is_overridden(session, name))
    return refuse(session, name.empty() ? "`:unset` needs the name of a param that was set"
                                        : fmt::format("`{}` has not been set", name));
  return session.set_override(name, nullptr);
}

bool undo_command(Session& session, const std::string&) {
  const std::string what = session.undo();
  if (what.empty()) return refuse(session, "there is nothing to take back");
  session.out().text(what + "\n");
  return true;
}

bool redo_command(Session& session, const std::string&) {
  const std::string what = session.redo();
  if (what.empty()) return refuse(session, "there is nothing that was taken back");
  session.out().text(what + "\n");
  return true;
}

bool reset_command(Session& session, const std::string&) {
  session.reset("the reset");
  session.out().text("the session is empty; `:undo` brings its declarations back\n");
  return true;
}

bool units_line_command(Session& session, const std::string& expression) {
  if (expression.empty()) return refuse(session, "`:units` needs an expression: `:units 3 kN/mm`");
  const auto value = session.values({expression}, Session::Report::errors);
  if (value.empty()) return false;
  session.out().text(units_report(value, session.host().digits));
  return true;
}

}  // namespace mbs
