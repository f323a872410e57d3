// Statements to names and objects; the bodies of collect.hpp are here, too.
#pragma once

#include <functional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// `require` and `warn if` outside laws, once all names are known.
void check_requirements(World& world);

// What a `for` goes through; poison, with its message, if its body mixes declarations and actions.
Value loop_values(World& world, const ast::For& loop, Scope& scope);
// The rounds of a `for`, each in a scope of its own. They end early once they have nothing but more
// of the same errors to give.
void each_round(World& world, const ast::For& loop, const Value& values, Scope& scope,
                const std::function<void(Scope&)>& round);

}  // namespace mbs::elaborate
