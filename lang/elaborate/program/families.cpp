#include "lang/elaborate/program/families.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/program/entity_tables.hpp"
#include "lang/elaborate/program/expand.hpp"
#include "lang/elaborate/program/places.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/world/families.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

constexpr long member_cost = 100;  // steps

// ---- families made by ends --------------------------------------------------------------------

const std::string* last_name(const ast::Expr& path) {
  if (const auto* name = std::get_if<ast::Name>(&path.node)) return &name->name;
  if (const auto* field = std::get_if<ast::Field>(&path.node)) return &field->field.name;
  const auto* index = std::get_if<ast::Index>(&path.node);  // p[1] of p[i, j]
  return index ? last_name(*index->base) : nullptr;
}

// Quick, and true too often: ends are many, families few.
bool may_be_family(Scopes& scopes, const ast::Expr& path, Scope& scope) {
  const std::string* name = last_name(path);
  if (!name) return false;
  const bool part = *name == "corner" || *name == "edge" || *name == "cap" || *name == "rim";
  if (part || scopes.family_names.contains(*name)) return true;
  if (!std::holds_alternative<ast::Name>(path.node)) return false;
  const Symbol* symbol = find_name(scope, *name).symbol;
  return symbol && (symbol->kind == SymbolKind::let || symbol->kind == SymbolKind::value);
}

// The indices of each thing that a path names, if it names a family or a list of things.
using Members = std::optional<std::vector<Indices>>;

Members members_at(World& world, const ast::Expr& path, Scope& scope) {
  if (!may_be_family(world, path, scope)) return {};
  const Quiet quiet(world);
  const Value value = evaluate(world, path, scope);
  const auto* family = value.get<FamilyValue>();
  const auto* list = value.get<ListValue>();
  if (!family && !list) return {};
  std::vector<Indices> found;
  if (family)
    for (Member& one : members_of(*family)) found.push_back(std::move(one.indices));
  for (std::size_t i = 1; list && i <= list->items->size(); ++i)
    found.push_back({static_cast<long>(i)});
  return found;
}

Members members_at_end(World& world, const ast::ExprPtr& end, const Object& object) {
  if (!end) return {};
  Members found = members_at(world, *end, *object.scope);
  const auto* field = std::get_if<ast::Field>(&end->node);
  if (!found && field && object.type() == ObjectKind::drive)
    return members_at(world, *field->base, *object.scope);  // `joint.speed`
  return found;
}

void forget(const World::Unsettled& one) {
  Scope& home = *one.symbol->scope;
  const std::string& name = one.symbol->name;
  const auto family = home.families.find(name);
  if (family != home.families.end()) {
    std::erase_if(family->second, [&](const auto& entry) { return entry.second == one.symbol; });
    return;
  }
  home.names.erase(name);
  std::erase(home.order, one.symbol);
}

Indices own_indices(const World::Unsettled& one) {
  const auto family = one.symbol->scope->families.find(one.symbol->name);
  if (family == one.symbol->scope->families.end()) return {};
  const auto found = std::ranges::find_if(
      family->second, [&](const auto& entry) { return entry.second == one.symbol; });
  return found == family->second.end() ? Indices{} : found->first;
}

struct Expansion {
  World& world;
  World::Unsettled one;
  Indices own;
  std::vector<Object*> made = {};

  void add(const Indices& first, const Indices& second) {
    Object& model = *one.object;
    Indices indices = own;
    indices.insert(indices.end(), first.begin(), first.end());
    indices.insert(indices.end(), second.begin(), second.end());
    const auto place =
        member(world, model.declaration()->name, indices, *model.statement, *one.symbol->scope);
    if (!place) return;
    Object& object = made.empty()
                         ? model
                         : add_object(world, *model.kind, *place, *model.statement, *model.scope);
    rename(object, *place);
    object.ends.chosen_first = first;
    object.ends.chosen_second = second;
    made.push_back(&object);
  }

 private:
  void rename(Object& object, const Place& place) const {
    object.name = place.name;
    with_table(*world.scenario, object.kind->entity, [&](auto& table) {
      table[static_cast<std::size_t>(object.index)].name = place.name;
    });
    place.symbol->object = &object;
  }
};

// Removes the entry that was made for the first member of a family that has none.
void remove_entry(World& world, const Object& object) {
  with_table(*world.scenario, object.kind->entity,
             [&](auto& table) { table.erase(table.begin() + object.index); });
  for (Object& other : world.objects)
    if (other.kind->entity == object.kind->entity && other.index > object.index) --other.index;
}

// `contact c: ball to ball` would have each of them touch itself.
bool joins_itself(World& world, const ast::Declaration& d, Object& object) {
  if (!d.second || !may_be_family(world, *d.second, *object.scope)) return false;
  const auto family = [&](const ast::ExprPtr& end) {
    const Quiet quiet(world);
    return evaluate(world, *end, *object.scope);
  };
  const Value first = family(d.first), second = family(d.second);
  const auto *a = first.get<FamilyValue>(), *b = second.get<FamilyValue>();
  if (!a || !b || a->scope != b->scope || a->name != b->name || a->leading != b->leading)
    return false;
  report(world, Code::E0406, d.second->span,
         fmt::format("both ends of `{}` are the same family", object.name))
      .hint = "`contacts` lets any two of them touch; a loop makes pairs of your choice";
  return true;
}

// Whether it became a family.
bool expand(World& world, const World::Unsettled& one) {
  const ast::Declaration& d = *one.object->declaration();
  if (joins_itself(world, d, *one.object)) {
    one.object->ends.state = Memo::State::done;  // to nothing
    return true;
  }
  const Members firsts = members_at_end(world, d.first, *one.object);
  const Members seconds = members_at_end(world, d.second, *one.object);
  if (!firsts && !seconds) return false;
  const std::vector<Indices> alone(1);
  Expansion expansion{world, one, own_indices(one)};
  forget(one);
  note_family(world, *one.symbol->scope, one.symbol->name);
  for (const Indices& first : firsts ? *firsts : alone)
    for (const Indices& second : seconds ? *seconds : alone) {
      if (!spend(world, one.object->span, member_cost)) return true;
      expansion.add(first, second);
    }
  auto& declared = world.declared;
  const auto at = std::ranges::find(declared, one.object);
  if (expansion.made.empty()) {
    remove_entry(world, *one.object);
    declared.erase(at);
  } else {
    declared.insert(at + 1, expansion.made.begin() + 1, expansion.made.end());
  }
  return true;
}

}  // namespace

void note_family(Scopes& scopes, Scope& home, const std::string& name) {
  home.families.try_emplace(name);
  scopes.family_names.insert(name);
}

void note_families(World& world, const std::vector<ast::StatementPtr>& body, Scope& home) {
  for (const names::Definition& definition : world.elaboration.program.defined_by(body))
    if (definition.indexed && definition.at_home && !find_here(home, definition.name->name))
      note_family(world, home, definition.name->name);
  for (const ast::StatementPtr& statement : body)
    if (const auto* loop = std::get_if<ast::For>(&statement->node))
      note_families(world, loop->body, home);
}

// A drive of a joint waits for the family that the joint becomes.
void settle_families(World& world) {
  auto& waiting = world.unsettled;
  for (bool changed = true; changed && !waiting.empty();) {
    const auto rest =
        std::stable_partition(waiting.begin(), waiting.end(),
                              [&](const World::Unsettled& one) { return !expand(world, one); });
    changed = rest != waiting.end();
    waiting.erase(rest, waiting.end());
  }
  waiting.clear();
}

}  // namespace mbs::elaborate
