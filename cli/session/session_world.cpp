#include "cli/session/session_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "lang/text/overloaded.hpp"

namespace mbs {

namespace {

using Names = std::vector<std::string>;

Names names_of(const ast::Declaration& declaration, const SourceMap& sources) {
  if (declaration.kind.name == "world") return {"world"};
  if (!declaration.index) return {declaration.name.name};
  return {fmt::format("{}[{}]", declaration.name.name, sources.text(declaration.index->span))};
}

Names names_of(const ast::For& loop) {
  Names names;
  for (const ast::StatementPtr& statement : loop.body) {
    if (const auto* inner = std::get_if<ast::For>(&statement->node)) {
      for (std::string& name : names_of(*inner)) names.push_back(std::move(name));
    } else if (const auto* declaration = std::get_if<ast::Declaration>(&statement->node)) {
      names.push_back("for " + declaration->name.name);
    }
  }
  return names;
}

bool share_a_name(const Names& a, const Names& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) {
    return std::find(b.begin(), b.end(), name) != b.end();
  });
}

std::string of(const char* kind, const std::string& name) {
  return fmt::format("{} `{}`", kind, name);
}

}  // namespace

bool is_action(const ast::Statement& statement) {
  return std::visit(
      Overloaded{
          [](const ast::Simulate&) { return true; }, [](const ast::Print&) { return true; },
          [](const ast::Table&) { return true; }, [](const ast::Plot&) { return true; },
          [](const ast::Expect&) { return true; }, [](const ast::Stop&) { return true; },
          [](const ast::Sweep&) { return true; },
          [](const ast::For& loop) { return !loop.body.empty() && is_action(*loop.body.front()); },
          [](const auto&) { return false; }},
      statement.node);
}

Names defined_names(const ast::Statement& statement, const SourceMap& sources) {
  return std::visit(
      Overloaded{
          [](const ast::Param& s) { return Names{s.name.name}; },
          [](const ast::Let& s) { return Names{s.name.name}; },
          [](const ast::Function& s) { return Names{s.name.name}; },
          [](const ast::Law& s) { return Names{s.name.name}; },
          [](const ast::Template& s) { return Names{s.name.name}; },
          [](const ast::Version&) { return Names{"mbs"}; },
          [](const ast::Default& s) { return Names{"default " + s.kind.name}; },
          [](const ast::When& s) { return s.name ? Names{s.name->name} : Names{}; },
          [](const ast::Use& s) { return s.name ? Names{s.name->name} : Names{"use " + s.path}; },
          [](const ast::For& s) { return names_of(s); },
          [&](const ast::Declaration& s) { return names_of(s, sources); },
          [](const auto&) { return Names{}; }},
      statement.node);
}

std::string title_of(const ast::Statement& statement, const SourceMap& sources) {
  return std::visit(
      Overloaded{[](const ast::Param& s) { return of("param", s.name.name); },
                 [](const ast::Let& s) { return of("let", s.name.name); },
                 [](const ast::Function& s) { return of("fn", s.name.name); },
                 [](const ast::Law& s) { return of(s.friction ? "friction" : "law", s.name.name); },
                 [](const ast::Template& s) { return of("template", s.name.name); },
                 [&](const ast::Declaration& s) {
                   return s.kind.name == "world" ? "world"
                                                 : of(s.kind.name.c_str(), names_of(s, sources)[0]);
                 },
                 [&](const auto&) { return std::string(sources.text(statement.head)); }},
      statement.node);
}

SessionWorld with(const SessionWorld& world, const std::vector<ast::StatementPtr>& added, int entry,
                  const SourceMap& sources, std::vector<Accepted>* replaced) {
  SessionWorld result = world;
  const std::size_t old_count = result.statements.size();
  enum class Fate { stays, gives_way, goes };
  std::vector<Fate> fates(old_count, Fate::stays);
  for (const ast::StatementPtr& statement : added) {
    Accepted accepted{statement, defined_names(*statement, sources), entry};
    bool placed = false;
    for (std::size_t i = 0; i < old_count; ++i) {
      const Accepted& old = world.statements[i];
      if (fates[i] != Fate::stays || !share_a_name(old.names, accepted.names)) continue;
      if (replaced) replaced->push_back(old);
      fates[i] = placed ? Fate::goes : Fate::gives_way;
      if (!placed) result.statements[i] = accepted;
      placed = true;
    }
    if (!placed) result.statements.push_back(std::move(accepted));
  }
  for (std::size_t i = old_count; i-- > 0;) {
    if (fates[i] != Fate::goes) continue;
    result.statements.erase(result.statements.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return result;
}

std::vector<Override> with_override(std::vector<Override> overrides, const std::string& name,
                                    const std::string* text) {
  std::erase_if(overrides, [&](const Override& set) { return set.name == name; });
  if (text) overrides.push_back({name, *text});
  return overrides;
}

bool defines(const SessionWorld& world, const std::string& name) {
  return std::any_of(world.statements.begin(), world.statements.end(),
                     [&](const Accepted& accepted) {
                       return std::find(accepted.names.begin(), accepted.names.end(), name) !=
                              accepted.names.end();
                     });
}

std::string statement_text(const ast::Statement& statement, const SourceMap& sources) {
  std::string text;
  std::istringstream doc(statement.doc);
  for (std::string line; std::getline(doc, line);) {
    text += line.empty() ? "##\n" : "## " + line + "\n";
  }
  return text + std::string(sources.text(statement.span));
}

}  // namespace mbs
