#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

World::World(Elaboration& shared, Diagnostics& sink)
    : Evaluation(sink, shared.sources), elaboration(shared) {}

Scope& new_scope(World& world, ScopeKind kind, Scope* parent) {
  Scope& scope = world.scopes.emplace_back();
  scope.kind = kind;
  scope.parent = parent;
  scope.graph = parent ? parent->graph : &world.graph();
  scope.law = parent ? parent->law : nullptr;
  if (parent) scope.prefix = parent->prefix;
  if (parent) scope.directory = parent->directory;
  return scope;
}

}  // namespace mbs::elaborate
