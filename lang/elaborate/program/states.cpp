#include "lang/elaborate/program/states.hpp"

#include <fmt/format.h>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/states.hpp"
#include "lang/elaborate/program/expand.hpp"
#include "lang/elaborate/program/places.hpp"
#include "lang/elaborate/world/families.hpp"

namespace mbs::elaborate {

void make_state(World& world, const ast::Statement& statement, const ast::State& state,
                Scope& scope) {
  const auto place = place_of(world, state.name, state.indices, statement, scope);
  if (!place) return;
  Object& object = new_object(world, info(ObjectKind::state), place->name, statement.head, scope);
  object.statement = &statement;
  object.index = next_index(*world.scenario, Entity::state, object.name, statement.head);
  object.state.symbol = place->symbol;
  place->symbol->object = &object;
  place->symbol->kind = SymbolKind::computed;
  place->symbol->compute = [&world, &object] { return state_value(world, object); };
  world.declared.push_back(&object);
}

namespace {

// The state that is meant by the name on the left of a rate, in the scope of its own.
Symbol* target_of(Scope& home, const std::string& name, const Indices& indices) {
  if (indices.empty()) return find_here(home, name);
  const auto family = home.families.find(name);
  if (family == home.families.end()) return nullptr;
  const auto found = family->second.find(indices);
  return found == family->second.end() ? nullptr : found->second;
}

void settle(World& world, const ast::Statement& statement, Scope& scope) {
  const auto& rate = std::get<ast::Assign>(statement.node);
  const auto indices = indices_of(world, rate.indices, scope);
  if (!indices) return;
  const Symbol* symbol = target_of(scope.home(), rate.target.name, *indices);
  Object* object = symbol ? symbol->object : nullptr;
  if (!object || object->type() != ObjectKind::state) {
    const std::string name = rate.target.name + index_text(*indices);
    report(world, Code::E0603, rate.target.span,
           fmt::format("`{}` is not a state declared here", name))
        .hint = fmt::format("`state {} = …` declares it, beside its rate", name);
    return;
  }
  if (object->state.rate) {
    report(world, Code::E0302, rate.target.span,
           fmt::format("`{}` has its rate already", object->name))
        .labels.push_back({object->state.rate->head, "first here"});
    return;
  }
  object->state.rate = &statement;
  object->state.rate_scope = &scope;
}

}  // namespace

void settle_rates(World& world) {
  for (const World::Requirement& rate : world.rates) settle(world, *rate.statement, *rate.scope);
}

}  // namespace mbs::elaborate
