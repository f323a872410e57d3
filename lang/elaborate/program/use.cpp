// `use`: the declarations of another file, read once and never acted on.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lang/elaborate/program/collect.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/path.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

std::string directory_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// One name for each file: links may lead to it under several.
std::string identity_of(const World& world, const std::string& path) {
  const auto& canonical = world.session.options.canonical_path;
  return canonical ? canonical(path) : path;
}

std::shared_ptr<const ast::File> read(World& world, const std::string& path,
                                      const std::string& identity) {
  auto& files = world.session.program.used;
  if (const auto known = files.find(identity); known != files.end()) return known->second;
  const auto text =
      world.session.options.read_file ? world.session.options.read_file(path) : std::nullopt;
  if (!text) return nullptr;
  const int source = world.session.sources.add(path, *text);
  auto file =
      std::make_shared<const ast::File>(parse(world.session.sources, source, *world.diagnostics));
  files.emplace(identity, file);
  return file;
}

void check_override_names(World& world, const ast::Use& use, Scope& inside) {
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
      report(world, Code::E0304, attribute->name.span,
             fmt::format("`{}` of `{}` is not a param; only params can be set", name, use.path));
      continue;
    }
    const auto near = suggest(name, params);
    report(world, Code::E0303, attribute->name.span,
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

void check_clashes(World& world, const Scope& scope, const Scope& inside, const ast::Use& use) {
  if (use.name) return;
  for (const Symbol* symbol : inside.order) {
    const auto own = scope.names.find(symbol->name);
    if (own == scope.names.end() || own->second == symbol) continue;
    Diagnostic& d = report(world, Code::E0302, own->second->span,
                           fmt::format("`{}` is already defined", symbol->name));
    d.labels.push_back(
        {symbol->span, fmt::format("first here, brought in by `use \"{}\"`", use.path)});
  }
}

}  // namespace

const ast::Statement* world_statement(const names::Statements& statements) {
  for (const auto& statement : statements) {
    const auto* declaration = std::get_if<ast::Declaration>(&statement->node);
    if (declaration && declaration->kind.name == "world") return statement.get();
  }
  return nullptr;
}

namespace {

bool finds_spatial_world(World& world, const names::Statements& statements,
                         const std::string& directory, std::set<std::string>& seen) {
  for (const auto& statement : statements) {
    const auto* use = std::get_if<ast::Use>(&statement->node);
    if (!use) continue;
    const std::string path = normal_path(joined_path(directory, use->path));
    const std::string identity = identity_of(world, path);
    const auto file = seen.insert(identity).second ? read(world, path, identity) : nullptr;
    if (!file) continue;
    const ast::Statement* own = world_statement(file->statements);
    if (own) return std::get<ast::Declaration>(own->node).name.name == "spatial";
    if (finds_spatial_world(world, file->statements, directory_of(path), seen)) return true;
  }
  return false;
}

}  // namespace

bool uses_spatial_world(World& world, const names::Statements& statements,
                        const std::string& directory) {
  std::set<std::string> seen;
  return finds_spatial_world(world, statements, directory, seen);
}

void use_file(World& world, const ast::Use& use, const ast::Statement& statement, Scope& scope) {
  const std::string path = normal_path(joined_path(scope.directory, use.path));
  const std::string identity = identity_of(world, path);
  if (std::find(world.opening.begin(), world.opening.end(), identity) != world.opening.end()) {
    report(world, Code::E0312, use.path_span,
           fmt::format("cannot use `{}`: it uses this file", use.path));
    return;
  }
  const bool shared = !use.name && !use.overrides && !scope.own_copy;
  if (const auto known = world.file_scopes.find(identity);
      shared && known != world.file_scopes.end())
    return show(world, scope, *known->second, use, statement);
  const auto file = read(world, path, identity);
  if (!file) {
    report(world, Code::E0312, use.path_span,
           fmt::format("cannot use `{}`: it cannot be read", use.path))
        .hint = "paths begin at the folder of the file that says `use`";
    return;
  }
  Scope& inside = new_scope(world, ScopeKind::file, world.library);
  inside.directory = directory_of(path);
  inside.prefix = use.name ? scope.prefix + use.name->name + "." : scope.prefix;
  inside.own_copy = !shared;
  set_overrides(use, inside, scope);
  if (shared) world.file_scopes[identity] = &inside;
  show(world, scope, inside, use, statement);
  world.opening.push_back(identity);
  collect(world, file->statements, inside);
  world.opening.pop_back();
  if (use.overrides) check_override_names(world, use, inside);
  check_clashes(world, scope, inside, use);
}

}  // namespace mbs::elaborate
