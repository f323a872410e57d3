#include "cli/session/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "lang/names/definitions.hpp"
#include "lang/text/overloaded.hpp"

namespace mbs {

namespace {

using Names = std::vector<std::string>;

// "b", or "b[1]" of a family.
std::string name_text(const names::Definition& definition, const SourceMap& sources) {
  const std::string& name = definition.name->name;
  const auto* declared = std::get_if<ast::Declaration>(&definition.statement->node);
  if (!declared || declared->indices.empty()) return name;
  const auto& indices = declared->indices;
  const Span span = cover(indices.front()->span, indices.back()->span);
  return fmt::format("{}[{}]", name, sources.text(span));
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

}  // namespace

Names defined_names(const ast::Statement& statement, const SourceMap& sources) {
  if (const auto definition = names::defined_by(statement); definition && definition->name) {
    if (definition->kind == names::Kind::table || definition->kind == names::Kind::run)
      return {};  // of an action, which stands nowhere
    return {name_text(*definition, sources)};
  }
  return std::visit(
      Overloaded{[](const ast::Version&) { return Names{"mbs"}; },
                 [](const ast::Default& s) { return Names{"default " + s.kind.name}; },
                 [](const ast::Use& s) { return Names{"use " + s.path}; },
                 [](const ast::For& s) { return names_of(s); },
                 [](const ast::Assign& s) { return Names{s.target.name + "'"}; },
                 [](const ast::Declaration&) { return Names{"the world"}; },
                 [](const auto&) { return Names{}; }},
      statement.node);
}

std::string title_of(const ast::Statement& statement, const SourceMap& sources) {
  const auto definition = names::defined_by(statement);
  const auto titled = [&](names::Kind kind) {
    return kind != names::Kind::event && kind != names::Kind::file && kind != names::Kind::table &&
           kind != names::Kind::run;
  };
  if (definition && titled(definition->kind))
    return fmt::format("{} `{}`", names::word_of(*definition), name_text(*definition, sources));
  if (std::holds_alternative<ast::Declaration>(statement.node)) return "world";
  return std::string(sources.text(statement.head));
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

bool has_param(const SessionWorld& world, const std::string& name) {
  return std::any_of(world.statements.begin(), world.statements.end(),
                     [&](const Accepted& accepted) {
                       const auto* param = std::get_if<ast::Param>(&accepted.statement->node);
                       return param && param->name.name == name;
                     });
}

bool defines(const SessionWorld& world, const std::string& name) {
  return std::any_of(world.statements.begin(), world.statements.end(),
                     [&](const Accepted& accepted) {
                       return std::find(accepted.names.begin(), accepted.names.end(), name) !=
                              accepted.names.end();
                     });
}

namespace {

// Titles of what `a` says and `b` does not say in the same words.
void add_unsaid(const SessionWorld& a, const SessionWorld& b, const SourceMap& sources,
                Names& titles) {
  const auto add = [&](std::string title) {
    if (std::find(titles.begin(), titles.end(), title) == titles.end())
      titles.push_back(std::move(title));
  };
  for (const Override& set : a.overrides) {
    const bool said = std::any_of(b.overrides.begin(), b.overrides.end(), [&](const Override& o) {
      return o.name == set.name && o.text == set.text;
    });
    if (!said) add(fmt::format("param `{}`", set.name));
  }
  for (const Accepted& accepted : a.statements) {
    const std::string text = statement_text(*accepted.statement, sources);
    const bool said =
        std::any_of(b.statements.begin(), b.statements.end(), [&](const Accepted& other) {
          return other.statement == accepted.statement ||
                 statement_text(*other.statement, sources) == text;
        });
    if (!said) add(title_of(*accepted.statement, sources));
  }
}

}  // namespace

Names differences(const SessionWorld& then, const SessionWorld& now, const SourceMap& sources) {
  Names titles;
  add_unsaid(now, then, sources, titles);
  add_unsaid(then, now, sources, titles);
  return titles;
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
