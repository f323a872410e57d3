// What a declaration's name stands for, and declarations that make families by their ends.
#pragma once

#include "lang/elaborate/objects/objects.hpp"

namespace mbs::elaborate {

struct Place {
  Symbol* symbol = nullptr;
  std::string name;  // with prefix and indices
};

// The numbers of `[i, j]`; empty after an error.
std::optional<Indices> indices_of(World& world, const std::vector<ast::ExprPtr>& exprs,
                                  Scope& scope);
// The symbol of a name made before, or a new member of an indexed family. Empty after an error.
std::optional<Place> place_of(World& world, const ast::Identifier& name,
                              const std::vector<ast::ExprPtr>& indices,
                              const ast::Statement& statement, Scope& scope);

// The next free place in the scenario's table of such things (expand.cpp); -1 without a table.
int next_index(ir::Scenario& scenario, Entity entity, const std::string& name, Span span);
// One of the things that a declaration makes: a new object, in the scenario's tables too
// (expand.cpp).
Object& add_object(World& world, const KindInfo& kind, const Place& place,
                   const ast::Statement& statement, Scope& scope);

// A family of this name may turn out to have no members.
void note_family(Scopes& scopes, Scope& home, const std::string& name);
// Those that a loop would make which has no rounds.
void note_families(World& world, const std::vector<ast::StatementPtr>& body, Scope& home);

// Turns declarations whose ends name families or lists into families, one thing for each member.
// Once all names are known.
void settle_families(World& world);

}  // namespace mbs::elaborate
