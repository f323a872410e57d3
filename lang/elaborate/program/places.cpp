#include "lang/elaborate/program/places.hpp"

#include <fmt/format.h>

#include <map>

#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/families.hpp"

namespace mbs::elaborate {

namespace {

std::optional<Place> single(Reports& reports, const ast::Identifier& name,
                            const ast::Statement& statement, Scope& home) {
  const auto found = home.names.find(name.name);
  if (found == home.names.end() || found->second->statement != &statement) return std::nullopt;
  if (!found->second->object && !found->second->inside)
    return Place{found->second, home.prefix + name.name};
  Diagnostic& d =
      report(reports, Code::E0302, name.span, fmt::format("`{}` is already defined", name.name),
             "made again by the loop around it");
  d.hint = fmt::format("give it an index: `{}[i]`", name.name);
  return std::nullopt;
}

void report_taken(Reports& reports, const ast::Identifier& name, const std::string& text,
                  const Symbol& first) {
  report(reports, Code::E0302, name.span, fmt::format("`{}` is already defined", text))
      .labels.push_back({first.span, "first here"});
}

bool same_count(Reports& reports, const ast::Identifier& name, const Indices& indices,
                const std::map<Indices, Symbol*>& family) {
  if (family.empty() || family.begin()->first.size() == indices.size()) return true;
  const auto& [other, first] = *family.begin();
  report(reports, Code::E0302, name.span,
         fmt::format("`{}` has {} {} here and {} elsewhere", name.name, indices.size(),
                     indices.size() == 1 ? "index" : "indices", other.size()))
      .labels.push_back({first->span, "first here"});
  return false;
}

}  // namespace

std::optional<Place> member(World& world, const ast::Identifier& name, const Indices& indices,
                            const ast::Statement& statement, Scope& home) {
  Symbol& symbol = new_symbol(world, SymbolKind::object, name.name, name.span, home);
  symbol.statement = &statement;
  const auto [first, fresh] = home.families[name.name].emplace(indices, &symbol);
  const std::string text = name.name + index_text(indices);
  if (!fresh) {
    report_taken(world, name, text, *first->second);
    return std::nullopt;
  }
  world.family_names.insert(name.name);
  return Place{&symbol, home.prefix + text};
}

std::optional<Indices> indices_of(World& world, const std::vector<ast::ExprPtr>& exprs,
                                  Scope& scope) {
  Indices indices;
  for (const ast::ExprPtr& expr : exprs) {
    const auto number = whole_number(world, evaluate(world, *expr, scope), "an index", expr->span);
    if (!number) return std::nullopt;
    indices.push_back(*number);
  }
  return indices;
}

std::optional<Place> place_of(World& world, const ast::Identifier& name,
                              const std::vector<ast::ExprPtr>& indices,
                              const ast::Statement& statement, Scope& scope) {
  Scope& home = scope.home();
  if (indices.empty()) return single(world, name, statement, home);
  const auto numbers = indices_of(world, indices, scope);
  if (!numbers) return std::nullopt;
  if (const Symbol* other = find_here(home, name.name)) {
    report_taken(world, name, name.name, *other);
    return std::nullopt;
  }
  if (!same_count(world, name, *numbers, home.families[name.name])) return std::nullopt;
  return member(world, name, *numbers, statement, home);
}

}  // namespace mbs::elaborate
