// Declarations to objects, template instances to scopes with objects of their own.
#pragma once

#include <string>

#include "lang/elaborate/program/places.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Makes the object or instance of a declaration.
void declare_object(World& world, const ast::Statement& statement, Scope& scope);
void declare_event(World& world, const ast::Statement& statement, const ast::When& when,
                   Scope& scope);

// The next free place in the scenario's table of such things; -1 without a table.
int next_index(ir::Scenario& scenario, Entity entity, const std::string& name, Span span);
// One of the things that a declaration makes: a new object, in the scenario's tables too.
Object& add_object(World& world, const KindInfo& kind, const Place& place,
                   const ast::Statement& statement, Scope& scope);

}  // namespace mbs::elaborate
