#include "cli/laws/text.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <sstream>

#include "cli/output/text_table.hpp"
#include "lang/names/definitions.hpp"
#include "lang/names/library.hpp"
#include "lang/syntax/format_expression.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/scan.hpp"

namespace mbs {

namespace {

const ast::Law* law_of(const ast::StatementPtr& statement) {
  return std::get_if<ast::Law>(&statement->node);
}

std::string doc_lines(const std::string& doc) {
  std::string text;
  std::istringstream lines(doc);
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(' ') == line.npos ? line.size() : 0);
    text += line.empty() ? "\n" : fmt::format("  {}\n", line);
  }
  return text;
}

std::string argument_table(const ast::Law& law, const SourceMap& sources) {
  if (law.parameters.empty()) return "  It has no arguments.\n";
  TextColumn name{"argument", "", false, {}}, unit{"unit", "", false, {}},
      initial{"default", "", false, {}};
  const ExpressionFormatter formatter(sources);
  for (const ast::Parameter& parameter : law.parameters) {
    name.cells.push_back(parameter.name.name);
    unit.cells.push_back(parameter.annotation ? parameter.annotation->text : "");
    initial.cells.push_back(parameter.default_value ? formatter.text(parameter.default_value)
                                                    : "(none)");
  }
  return render(TextTable{{name, unit, initial}});
}

// The name a statement defines, "" if it is of no use to a law.
std::string defined_name(const ast::Statement& statement) {
  const auto definition = names::defined_by(statement);
  if (!definition || !definition->name) return {};
  switch (definition->kind) {
    case names::Kind::param:
    case names::Kind::let:
    case names::Kind::function:
    case names::Kind::law:
    case names::Kind::friction:
      return definition->name->name;
    default:
      return names::word_of(*definition) == "material" ? definition->name->name : "";
  }
}

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  for_each_word(text, 0, text.size(),
                [&](std::string_view word, std::size_t) { words.emplace(word); });
  return words;
}

}  // namespace

LawDefinition find_law(const std::string& name, const std::vector<ast::StatementPtr>& own,
                       SourceMap& sources) {
  LawDefinition found;
  const auto look = [&](const std::vector<ast::StatementPtr>& statements) {
    for (const ast::StatementPtr& statement : statements) {
      const ast::Law* law = law_of(statement);
      if (law && law->name.name == name) found.statement = statement;
    }
  };
  for (const auto& file : names::library_files(sources)) look(file->statements);
  look(own);
  return found;
}

std::vector<std::string> law_names(const std::vector<ast::StatementPtr>& own) {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<ast::StatementPtr>& statements) {
    for (const ast::StatementPtr& statement : statements) {
      if (const ast::Law* law = law_of(statement)) names.push_back(law->name.name);
    }
  };
  add(own);
  SourceMap sources;
  for (const auto& file : names::library_files(sources)) add(file->statements);
  return names;
}

std::string law_list(const std::vector<ast::StatementPtr>& own) {
  std::map<std::string, std::string> normal, friction;
  const auto add = [&](const std::vector<ast::StatementPtr>& statements) {
    for (const ast::StatementPtr& statement : statements) {
      const ast::Law* law = law_of(statement);
      const std::string& doc = statement->doc;
      const std::size_t begin = std::min(doc.find_first_not_of(' '), doc.size());
      const std::string first = doc.substr(begin, doc.find('\n') - begin);
      if (law) (law->friction ? friction : normal).emplace(law->name.name, first);
    }
  };
  add(own);  // a law of one's own takes the place of the library's
  SourceMap sources;
  for (const auto& file : names::library_files(sources)) add(file->statements);
  std::string text;
  for (const auto& [title, laws] :
       {std::pair("normal laws", &normal), {"friction laws", &friction}}) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", title);
    for (const auto& [name, first] : *laws)
      text +=
          first.empty() ? fmt::format("  {}\n", name) : fmt::format("  {:<26}  {}\n", name, first);
  }
  return text;
}

std::string law_text(const LawDefinition& definition, const SourceMap& sources) {
  const ast::Law& law = definition.law();
  return fmt::format("{} {}{}\n{}\n{}", law.friction ? "friction" : "law", law.name.name,
                     ExpressionFormatter(sources).parameters(law.parameters),
                     doc_lines(definition.statement->doc), argument_table(law, sources));
}

std::vector<ast::StatementPtr> needed_definitions(const std::string& text,
                                                  const std::vector<ast::StatementPtr>& own,
                                                  const SourceMap& sources) {
  std::set<std::string> wanted = words_of(text);
  std::set<const ast::Statement*> needed;
  for (bool grew = true; grew;) {
    grew = false;
    for (const ast::StatementPtr& statement : own) {
      const bool wants = std::holds_alternative<ast::Use>(statement->node) ||
                         wanted.contains(defined_name(*statement));
      if (!wants || !needed.insert(statement.get()).second) continue;
      wanted.merge(words_of(sources.text(statement->span)));
      grew = true;
    }
  }
  std::vector<ast::StatementPtr> result;
  for (const ast::StatementPtr& statement : own) {
    if (needed.contains(statement.get())) result.push_back(statement);
  }
  return result;
}

}  // namespace mbs
