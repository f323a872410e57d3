#include "lang/elaborate/build/build.hpp"

#include <fmt/format.h>

#include "lang/elaborate/actions/actions.hpp"
#include "lang/elaborate/actions/method.hpp"
#include "lang/elaborate/actions/recorded.hpp"
#include "lang/elaborate/declare/declare.hpp"
#include "lang/elaborate/laws/definitions.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/program/collect.hpp"
#include "lang/elaborate/program/expand.hpp"
#include "lang/elaborate/program/families.hpp"
#include "lang/elaborate/program/statements.hpp"
#include "lang/elaborate/program/states.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/windows.hpp"
#include "lang/names/library.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

void make_ground(World& world) {
  ir::Body ground;
  ground.name = "ground";
  world.scenario->bodies.push_back(std::move(ground));
  world.ground = &new_object(world, info(ObjectKind::body), "ground", {}, *world.root);
  world.ground->index = 0;
}

void load_library(World& world) {
  world.library = &new_scope(world, ScopeKind::library, nullptr);
  world.root = &new_scope(world, ScopeKind::file, world.library);
  make_ground(world);
  world.library->readable = world.elaboration.library.names();
  world.library->read = [&world](const std::string& name) -> Symbol* {
    const auto file = world.elaboration.library.definition(name);
    if (!file) return nullptr;
    collect(world, file->statements, names::defined_by(file->statements), *world.library);
    return find_here(*world.library, name);
  };
}

// ---- --set --------------------------------------------------------------------------------

std::string list_params(const Scope& scope) {
  std::string list;
  for (const Symbol* symbol : scope.order) {
    if (symbol->kind == SymbolKind::param) list += (list.empty() ? "" : ", ") + symbol->name;
  }
  for (const Scope* import : scope.imports) {
    const std::string more = list_params(*import);
    if (!more.empty()) list += (list.empty() ? "" : ", ") + more;
  }
  return list;
}

void report_set(Reports& reports, Code code, const SetOption& set, std::string message,
                std::string hint) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  if (set.span.source >= 0) d.labels.push_back({set.span, ""});
  if (!hint.empty()) d.hint = std::move(hint);
  reports.diagnostics->add(std::move(d));
}

void check_set(World& world, const SetOption& set) {
  Symbol* symbol = find_path(world, set.name);
  if (symbol && symbol->kind == SymbolKind::param) return;
  if (!symbol) symbol = find_name(*world.root, set.name).symbol;
  if (symbol) {
    const Value value = value_of(world, *symbol, *world.root, set.span);
    report_set(
        world, Code::E0304, set,
        fmt::format("`--set {}`: `{}` is {}, not a param; only params can be swept or set",
                    set.name, set.name, value.poisoned() ? "something else" : describe(value)),
        "");
    return;
  }
  const std::string params = list_params(*world.root);
  report_set(world, Code::E0303, set,
             fmt::format("`--set {}`: the script has no param of that name", set.name),
             params.empty() ? "it has none" : "it has: " + params);
}

void check_values(World& world, Scope& scope) {
  const std::optional<int> only = world.elaboration.options.checked_source;
  for (Symbol* symbol : scope.order) {
    if (only && symbol->span.source != *only) continue;
    const auto find = [&] { return value_of(world, *symbol, *symbol->scope, symbol->span); };
    if (symbol->kind == SymbolKind::let) check_value(world, find);
    if (symbol->kind == SymbolKind::param) find();
  }
}

// All scopes the script itself made: every param and let is checked, used or not.
void check_all_values(World& world) {
  for (std::size_t i = 0; i < world.scopes.size(); ++i) {
    Scope& scope = world.scopes[i];
    if (scope.kind == ScopeKind::file || scope.kind == ScopeKind::instance ||
        scope.kind == ScopeKind::loop)
      check_values(world, scope);
  }
}

// Also attributes that nothing asks for, such as the material of a body that touches nothing.
void check_all_attributes(World& world) {
  for (std::size_t i = 0; i < world.objects.size(); ++i) {
    Object& object = world.objects[i];
    if (object.scope->kind == ScopeKind::library) continue;
    for (std::size_t k = 0; k < object.attributes.size(); ++k)
      attribute(world, object, object.attributes[k].attribute->name.name);
  }
}

void record_params(World& world) {
  const auto add = [&](Scope& scope, const auto& self) -> void {
    for (Symbol* symbol : scope.order) {
      if (symbol->kind != SymbolKind::param) continue;
      const Value value = value_of(world, *symbol, scope, symbol->span);
      bool overridden = set_option_for(world, *symbol) || scope.overrides.contains(symbol->name);
      for (const SweepBinding& binding : world.bindings)
        overridden = overridden || binding.param == symbol->name;
      world.scenario->params.push_back({symbol->name, to_text(value), overridden});
    }
    for (Scope* import : scope.imports) self(*import, self);
  };
  add(*world.root, add);
}

void record_tables(World& world) {
  for (const TableEntry& entry : world.elaboration.tables)
    world.scenario->tables.push_back(entry.info);
}

// What kind of world it is has to be known before anything is made in it; a script's own world
// comes before those of files that it uses.
void choose_world(World& world) {
  const names::Program& program = world.elaboration.program;
  world.spatial = names::is_spatial(program);
  const ast::Statement* own = names::world_statement(program.root().statements);
  if (own && world.spatial) declare_object(world, *own, *world.root);
}

}  // namespace

std::unique_ptr<World> declared_world(Elaboration& elaboration, Diagnostics& diagnostics,
                                      std::vector<SweepBinding> bindings) {
  auto made = std::make_unique<World>(elaboration, diagnostics);
  World& world = *made;
  world.bindings = std::move(bindings);
  load_library(world);
  choose_world(world);
  collect(world, elaboration.program.root().statements, *world.root);
  settle_families(world);
  settle_rates(world);
  for (const SetOption& set : elaboration.sets) check_set(world, set);
  declare_all(world);
  check_requirements(world);
  compile_events(world);
  // A `simulate` that is broken has its own message.
  world.has_run = (elaboration.options.has_run && world.bindings.empty()) ||
                  elaboration.broken_names.contains("simulate");
  return made;
}

void finish(World& world) {
  if (world.bindings.empty()) check_all_values(world);
  if (world.bindings.empty()) check_all_attributes(world);
  check_unused_definitions(world, *world.root);
  check_continued(world, world.scenario->actions);
  record_params(world);
  record_tables(world);
  record_signals(world);
}

}  // namespace mbs::elaborate
