#include "lang/elaborate/program/use.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/program/collect.hpp"
#include "lang/elaborate/values/fit.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

// What its parser says against a file is told once, by who is the first to read it.
const names::SourceFile& read(World& world, int number) {
  const names::SourceFile& file = world.elaboration.program.file(number);
  if (world.elaboration.told.insert(number).second)
    for (const Diagnostic& each : file.complaints.list()) world.diagnostics->add(each);
  return file;
}

void check_override_names(Reports& reports, const ast::Use& use, Scope& inside) {
  for (const auto& item : use.overrides->items) {
    const auto* attribute = std::get_if<ast::Attribute>(&item);
    if (!attribute) continue;
    const std::string& name = attribute->name.name;
    const Symbol* symbol = find_here(inside, name);
    if (symbol && symbol->kind == SymbolKind::param) continue;
    std::vector<std::string> params;
    for (const Symbol* known : inside.order) {
      if (known->kind == SymbolKind::param) params.push_back(known->name);
    }
    if (symbol) {
      report(reports, Code::E0304, attribute->name.span,
             fmt::format("`{}` of `{}` is not a param; only params can be set", name, use.path));
      continue;
    }
    const auto near = suggest(name, params);
    report(reports, Code::E0303, attribute->name.span,
           fmt::format("`{}` has no param `{}`", use.path, name),
           near ? fmt::format("did you mean `{}`?", *near) : "");
  }
}

// A param may come from a file that the used file uses in its turn, so what is set from outside is
// handed on; the outermost `use` wins. Names under `as` are apart.
void set_overrides(const ast::Use& use, Scope& inside, Scope& scope) {
  if (use.overrides) {
    for (const auto& item : use.overrides->items) {
      if (const auto* attribute = std::get_if<ast::Attribute>(&item))
        inside.overrides[attribute->name.name] = {attribute->value.get(), &scope};
    }
  }
  if (use.name) return;
  for (const auto& [name, outer] : scope.overrides) inside.overrides[name] = outer;
}

// What the file defines is seen by the user's scope at once, so that overrides find its params.
void show(World& world, Scope& scope, Scope& inside, const ast::Use& use,
          const ast::Statement& statement) {
  if (!use.name) {
    if (std::find(scope.imports.begin(), scope.imports.end(), &inside) == scope.imports.end())
      scope.imports.push_back(&inside);
    return;
  }
  Symbol& symbol = new_symbol(world, SymbolKind::instance, use.name->name, use.name->span, scope);
  symbol.statement = &statement;
  symbol.inside = &inside;
  define(world, scope, symbol);
}

void check_clashes(Reports& reports, const Scope& scope, const Scope& inside, const ast::Use& use) {
  if (use.name) return;
  for (const Symbol* symbol : inside.order) {
    const auto own = scope.names.find(symbol->name);
    if (own == scope.names.end() || own->second == symbol) continue;
    Diagnostic& d = report(reports, Code::E0302, own->second->span,
                           fmt::format("`{}` is already defined", symbol->name));
    d.labels.push_back(
        {symbol->span, fmt::format("first here, brought in by `use \"{}\"`", use.path)});
  }
}

}  // namespace

void use_file(World& world, const ast::Use& use, const ast::Statement& statement, Scope& scope) {
  const int number = world.elaboration.program.file_of(use);
  if (std::ranges::find(world.opening, number) != world.opening.end()) {
    report(world, Code::E0312, use.path_span,
           fmt::format("cannot use `{}`: it uses this file", use.path));
    return;
  }
  const bool shared = !use.name && !use.overrides && !scope.own_copy;
  if (const auto known = world.file_scopes.find(number); shared && known != world.file_scopes.end())
    return show(world, scope, *known->second, use, statement);
  if (number < 0) {
    report(world, Code::E0312, use.path_span,
           fmt::format("cannot use `{}`: it cannot be read", use.path))
        .hint = "paths begin at the folder of the file that says `use`";
    return;
  }
  const names::SourceFile& file = read(world, number);
  Scope& inside = new_scope(world, ScopeKind::file, world.library);
  inside.directory = file.directory;
  inside.prefix = use.name ? scope.prefix + use.name->name + "." : scope.prefix;
  inside.own_copy = !shared;
  set_overrides(use, inside, scope);
  if (shared) world.file_scopes[number] = &inside;
  show(world, scope, inside, use, statement);
  world.opening.push_back(number);
  collect(world, file.tree->statements, inside);
  world.opening.pop_back();
  if (use.overrides) check_override_names(world, use, inside);
  check_clashes(world, scope, inside, use);
}

}  // namespace mbs::elaborate
