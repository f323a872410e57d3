#include "lang/elaborate/program/expand.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/program/collect.hpp"
#include "lang/elaborate/program/entity_tables.hpp"
#include "lang/elaborate/program/places.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/text/foreign_words.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

constexpr int deepest_instance = 40;
constexpr long instance_cost = 100;  // steps; an instance holds that much more memory than a value

// ---- templates -------------------------------------------------------------------------------

const ast::Attribute* find_argument(const ast::Block* block, const std::string& name) {
  if (!block) return nullptr;
  for (const auto& item : block->items) {
    const auto* attribute = std::get_if<ast::Attribute>(&item);
    if (attribute && attribute->name.name == name) return attribute;
  }
  return nullptr;
}

void check_arguments(Reports& reports, const ast::Template& group, const ast::Block* block) {
  if (!block) return;
  std::vector<std::string> names;
  for (const ast::Parameter& p : group.parameters) names.push_back(p.name.name);
  for (const auto& item : block->items) {
    const auto* attribute = std::get_if<ast::Attribute>(&item);
    if (!attribute || std::find(names.begin(), names.end(), attribute->name.name) != names.end())
      continue;
    const auto near = suggest(attribute->name.name, names);
    report(reports, Code::E0402, attribute->name.span,
           fmt::format("`{}` has no attribute `{}`", group.name.name, attribute->name.name),
           near ? fmt::format("did you mean `{}`?", *near) : "");
  }
}

void enter_parameters(World& world, const ast::Template& group, const ast::Declaration& declaration,
                      const ast::Statement& statement, Scope& inside, Scope& caller) {
  const ast::Block* block = declaration.block ? &*declaration.block : nullptr;
  for (const ast::Parameter& parameter : group.parameters) {
    const ast::Attribute* argument = find_argument(block, parameter.name.name);
    Symbol& symbol =
        new_symbol(world, SymbolKind::let, parameter.name.name, parameter.name.span, inside);
    define(world, inside, symbol);
    symbol.annotation = parameter.annotation ? &*parameter.annotation : nullptr;
    if (argument) {
      symbol.expression = argument->value.get();
      symbol.written_in = &caller;
    } else if (parameter.default_value) {
      symbol.expression = parameter.default_value.get();
    } else {
      symbol.kind = SymbolKind::value;  // poisoned
      report(world, Code::E0403, statement.head,
             fmt::format("`{} {}` needs a `{}`", group.name.name, declaration.name.name,
                         parameter.name.name))
          .hint = fmt::format("add `{} = …`", parameter.name.name);
    }
  }
}

void check_only_declarations(Reports& reports, const ast::Template& group) {
  for (const auto& statement : group.body) {
    if (!names::is_action(*statement)) continue;
    report(reports, Code::E0405, statement->head, "a template holds declarations, not actions");
    return;
  }
}

void make_instance(World& world, Symbol& group_symbol, const ast::Statement& statement,
                   const ast::Declaration& declaration, Scope& scope) {
  const auto& group = std::get<ast::Template>(group_symbol.statement->node);
  const auto place = place_of(world, declaration.name, declaration.indices, statement, scope);
  if (!place) return;
  const bool inside_itself =
      std::find(world.stack.begin(), world.stack.end(), &group_symbol) != world.stack.end();
  if (!inside_itself && world.instance_depth >= deepest_instance) {
    report(world, Code::E0114, statement.head,
           fmt::format("template `{}` stands more than {} templates deep", group.name.name,
                       deepest_instance));
    return;
  }
  if (inside_itself) {
    report(world, Code::E0305, statement.head,
           fmt::format("template `{}` contains itself", group.name.name));
    return;
  }
  if (!spend(world, statement.head, instance_cost)) return;
  Scope& inside = new_scope(world, ScopeKind::instance, group_symbol.scope);
  inside.prefix = place->name + ".";
  place->symbol->kind = SymbolKind::instance;
  place->symbol->inside = &inside;
  const ast::Block* block = declaration.block ? &*declaration.block : nullptr;
  check_arguments(world, group, block);
  enter_parameters(world, group, declaration, statement, inside, scope);
  if (world.elaboration.exercised.insert(group_symbol.statement).second)
    check_only_declarations(world, group);
  UseNote note(world, fmt::format("in template `{}`, used by `{}` at {}", group.name.name,
                                  place->name, place_text(world, statement.head)));
  ++world.instance_depth;
  world.stack.push_back(&group_symbol);
  collect(world, group.body, inside);
  world.stack.pop_back();
  --world.instance_depth;
}

// ---- objects -----------------------------------------------------------------------------------

void report_unknown_kind(World& world, const ast::Declaration& declaration, const Scope& scope) {
  std::vector<std::string> names;
  for (const KindInfo& kind : all_kinds()) names.emplace_back(kind.name);
  for (const Scope* s = &scope; s; s = s->parent) {
    for (const Symbol* symbol : s->order) {
      if (symbol->kind == SymbolKind::template_) names.push_back(symbol->name);
    }
  }
  if (world.elaboration.broken_names.contains(declaration.kind.name)) return;
  const std::string_view foreign = foreign_statement(declaration.kind.name);
  const auto near = foreign.empty() ? suggest(declaration.kind.name, names) : std::nullopt;
  Diagnostic& d = report(world, Code::E0401, declaration.kind.span,
                         fmt::format("there is no kind of declaration `{}`", declaration.kind.name),
                         near ? fmt::format("did you mean `{}`?", *near) : "");
  if (!foreign.empty()) {
    d.hint = std::string(foreign);
  } else if (near) {
    d.fix = Fix{declaration.kind.span, *near};
  } else if (declaration.value && !declaration.first) {
    d.hint = fmt::format("a value gets its name with `let {} = ...`", declaration.name.name);
  } else {
    std::string list;
    for (const std::string& name : names) {
      const KindInfo* kind = find_kind(name);
      if (name == "when" || name == "state" || (kind && kind->spatial && !world.spatial)) continue;
      list += (list.empty() ? "" : ", ") + name;
    }
    d.hint = "the kinds are " + list;
  }
}

// A planar script that is used in a spatial world: its plane lies in space, and what its world says
// holds where the spatial one says nothing else.
bool spatial_over(const Declarations& declarations, const ast::Declaration& declaration) {
  return declarations.spatial && declaration.name.name == "planar";
}

void lend(World& world, const ast::Declaration& declaration, Scope& scope) {
  if (declaration.block) bind_defaults(world, *world.world_object, *declaration.block, scope);
}

void declare_world(World& world, const ast::Statement& statement,
                   const ast::Declaration& declaration, Scope& scope) {
  if (world.world_object) {
    if (world.world_object->span == statement.head)  // made before all else, or used twice
      return bind_attributes(world, *world.world_object, nullptr, scope);
    const bool elsewhere = world.world_object->span.source != statement.head.source;
    if (elsewhere && spatial_over(world, declaration)) return lend(world, declaration, scope);
    report(world, Code::E0302, statement.head, "there is one `world` only")
        .labels.push_back({world.world_object->span, "first here"});
    return;
  }
  const std::string& name = declaration.name.name;
  if (name != "planar" && name != "spatial") {
    report(world, Code::E0401, declaration.name.span, fmt::format("there is no world `{}`", name))
        .hint = "`world planar { … }` or `world spatial { … }`";
    return;
  }
  Object& object = new_object(world, info(ObjectKind::world), name, statement.head, scope);
  object.statement = &statement;
  bind_attributes(world, object, declaration.block ? &*declaration.block : nullptr, scope);
  world.world_object = &object;
}

bool check_form(Reports& reports, const KindInfo& kind, const ast::Statement& statement,
                const ast::Declaration& d) {
  const int ends = (d.first ? 1 : 0) + (d.second ? 1 : 0);
  const bool good =
      (kind.ends == Ends::none && ends == 0) || (kind.ends == Ends::one && ends == 1) ||
      (kind.ends == Ends::two && ends == 2) || (kind.ends == Ends::one_or_two && ends >= 1);
  if (!good) {
    const char* wanted = kind.ends == Ends::none  ? "takes no ends"
                         : kind.ends == Ends::two ? "needs two ends"
                                                  : "needs an end";
    report(reports, kind.ends == Ends::none || ends == 2 ? Code::E0406 : Code::E0403,
           statement.head, fmt::format("`{} {}` {}", kind.name, d.name.name, wanted))
        .hint = fmt::format("for instance `{}`", kind.example);
  }
  if (kind.takes_value == (d.value != nullptr)) return good;
  report(reports, d.value ? Code::E0402 : Code::E0403, d.value ? d.value->span : statement.head,
         fmt::format("`{} {}` {}", kind.name, d.name.name,
                     d.value ? "takes no value" : "needs a value"))
      .hint = fmt::format("for instance `{}`", kind.example);
  return false;
}

// Points are found in a scope of the body; what they are made of is looked up around it.
void add_points(World& world, Object& body, const ast::Block& block, Scope& scope) {
  const auto holds = [](const auto& item) {
    return std::holds_alternative<ast::StatementPtr>(item);
  };
  if (std::ranges::none_of(block.items, holds)) return;
  body.inside = &new_scope(world, ScopeKind::instance, &scope);
  body.inside->owner = &body;
  body.inside->prefix = body.name + ".";
  Scope& within = new_scope(world, ScopeKind::loop, &scope);
  within.points = body.inside;
  within.graph = scope.graph;
  collect_block(world, block, within);
}

void reject_nested(Reports& reports, const KindInfo& kind, const ast::Block& block) {
  for (const auto& item : block.items) {
    const auto* inner = std::get_if<ast::StatementPtr>(&item);
    if (inner)
      report(reports, Code::E0402, (*inner)->head,
             fmt::format("`{}` holds no declarations", kind.name));
  }
}

// Whether the ends can name families, which is known once all names are.
bool can_be_family(const KindInfo& kind) {
  return kind.ends != Ends::none;
}

void make_object(World& world, const KindInfo& kind, const ast::Statement& statement,
                 const ast::Declaration& declaration, Scope& scope) {
  const auto place = place_of(world, declaration.name, declaration.indices, statement, scope);
  if (!place) return;
  if (!check_form(world, kind, statement, declaration)) return;
  Object& object = add_object(world, kind, *place, statement, scope);
  if (kind.kind == ObjectKind::body && declaration.block)
    add_points(world, object, *declaration.block, scope);
  else if (declaration.block)
    reject_nested(world, kind, *declaration.block);
  if (can_be_family(kind)) world.unsettled.push_back({&object, place->symbol});
  // What the library has is declared when something names it, and asks for nothing.
  const bool of_script = object.scope->kind != ScopeKind::library;
  if (of_script && !scope.home().owner) world.declared.push_back(&object);
}

}  // namespace

void declare_object(World& world, const ast::Statement& statement, Scope& scope) {
  const auto& declaration = std::get<ast::Declaration>(statement.node);
  if (scope.home().owner && declaration.kind.name != "point") {
    report(world, Code::E0401, declaration.kind.span,
           fmt::format("a body holds points, not `{}`", declaration.kind.name));
    return;
  }
  const Found found = find_name(scope, declaration.kind.name);
  if (found.symbol && found.symbol->kind == SymbolKind::template_)
    return make_instance(world, *found.symbol, statement, declaration, scope);
  const KindInfo* kind = find_kind(declaration.kind.name);
  if (!kind) return report_unknown_kind(world, declaration, scope);
  if (kind->kind == ObjectKind::world) return declare_world(world, statement, declaration, scope);
  if (kind->spatial && !world.spatial) {
    report(world, Code::E0408, declaration.kind.span,
           fmt::format("`{}` is a joint in space; this world is planar", kind->name));
    return;
  }
  make_object(world, *kind, statement, declaration, scope);
}

void declare_event(World& world, const ast::Statement& statement, const ast::When& when,
                   Scope& scope) {
  Place place;
  if (when.name) {
    const auto found = place_of(world, *when.name, when.indices, statement, scope);
    if (!found) return;
    place = *found;
  }
  Object& object = new_object(world, info(ObjectKind::event), place.name, statement.head, scope);
  object.statement = &statement;
  object.index = next_index(*world.scenario, Entity::event, object.name, statement.head);
  if (place.symbol) place.symbol->object = &object;
  world.declared.push_back(&object);
}

int next_index(ir::Scenario& s, Entity entity, const std::string& name, Span span) {
  int index = -1;
  with_table(s, entity, [&](auto& table) {
    auto& entry = table.emplace_back();
    entry.name = name;
    entry.origin = span;
    index = static_cast<int>(table.size()) - 1;
  });
  return index;
}

Object& add_object(World& world, const KindInfo& kind, const Place& place,
                   const ast::Statement& statement, Scope& scope) {
  Object& object = new_object(world, kind, place.name, statement.head, scope);
  object.statement = &statement;
  object.index = next_index(*world.scenario, kind.entity, object.name, statement.head);
  place.symbol->object = &object;
  Scope& home = scope.home();
  if (kind.kind == ObjectKind::point) object.owner = home.owner ? home.owner : world.ground;
  const ast::Declaration& declaration = *object.declaration();
  bind_attributes(world, object, declaration.block ? &*declaration.block : nullptr, scope);
  return object;
}

}  // namespace mbs::elaborate
