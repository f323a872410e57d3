#include "cli/view/law_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <variant>

#include "lang/names/library.hpp"
#include "lang/syntax/parse.hpp"

namespace mbs {

namespace {

// What a script writes there: the name of a law, or a call of one.
struct Written {
  std::string name;
  std::vector<ast::Argument> arguments;
};
Written written(const ast::ExprPtr& expr) {
  if (!expr) return {};
  if (const auto* name = std::get_if<ast::Name>(&expr->node)) return {name->name, {}};
  const auto* call = std::get_if<ast::Call>(&expr->node);
  const auto* callee = call ? std::get_if<ast::Name>(&call->callee->node) : nullptr;
  return callee ? Written{callee->name, call->arguments} : Written{};
}

using Laws = std::map<std::string, const ast::Law*>;  // those of the library first

void add(Laws& laws, const std::vector<ast::StatementPtr>& statements) {
  for (const ast::StatementPtr& statement : statements)
    if (const auto* law = std::get_if<ast::Law>(&statement->node)) laws[law->name.name] = law;
}

// Texts of arguments by the names of the law's parameters.
std::map<std::string, std::string> named(const Written& call, const ast::Law& law,
                                         const SourceMap& sources) {
  std::map<std::string, std::string> texts;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const ast::Argument& argument = call.arguments[i];
    const std::string text(sources.text(argument.value->span));
    if (argument.name)
      texts[argument.name->name] = text;
    else if (i < law.parameters.size())
      texts[law.parameters[i].name.name] = text;
  }
  return texts;
}

// Empty if an argument is missing.
std::string call_of(const ast::Law& law, const std::map<std::string, std::string>& given) {
  std::string arguments;
  for (const ast::Parameter& parameter : law.parameters) {
    const auto found = given.find(parameter.name.name);
    if (found == given.end() && !parameter.default_value) return {};
    if (found != given.end())
      arguments +=
          fmt::format("{}{} = {}", arguments.empty() ? "" : ", ", found->first, found->second);
  }
  return arguments.empty() ? law.name.name : fmt::format("{}({})", law.name.name, arguments);
}

}  // namespace

std::vector<std::string> law_choices(const std::string& value,
                                     const std::vector<ast::StatementPtr>& own) {
  SourceMap sources;
  Diagnostics unread;
  const auto library = names::library_files(sources);
  const ast::ExprPtr expr = parse_expression(sources, sources.add("", value), unread);
  const Written call = written(expr);
  Laws laws;
  for (const auto& file : library) add(laws, file->statements);
  add(laws, own);
  const auto present = laws.find(call.name);
  if (present == laws.end()) return {};
  const auto given = named(call, *present->second, sources);
  std::vector<std::string> choices;
  for (const auto& [name, law] : laws) {
    const std::string text = law->friction == present->second->friction ? call_of(*law, given) : "";
    if (!text.empty()) choices.push_back(text);
  }
  return choices;
}

}  // namespace mbs
