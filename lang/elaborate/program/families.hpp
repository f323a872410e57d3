// What a declaration's name stands for, and declarations that make families by their ends.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A family of this name may turn out to have no members.
void note_family(Scopes& scopes, Scope& home, const std::string& name);
// Those that a loop would make which has no rounds.
void note_families(World& world, const std::vector<ast::StatementPtr>& body, Scope& home);

// Turns declarations whose ends name families or lists into families, one thing for each member.
// Once all names are known.
void settle_families(World& world);

}  // namespace mbs::elaborate
