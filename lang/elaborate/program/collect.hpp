// Statements to names and objects: files, `use`, `for`, templates, declarations.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// Enters all names of the statements, then makes the declared objects in order. Actions are left.
void collect(World& world, const names::Statements& statements, Scope& scope);
// The same for statements of a tree that is no part of the program, with what they define.
void collect(World& world, const names::Statements& statements,
             const std::vector<names::Definition>& definitions, Scope& scope);

// The same for what is declared in the block of a body: points, and loops of them.
void collect_block(World& world, const ast::Block& block, Scope& scope);

// `require` and `warn if` outside laws, once all names are known.
void check_requirements(World& world);

// What a `for` goes through; poison, with its message, if its body mixes declarations and actions.
Value loop_values(World& world, const ast::For& loop, Scope& scope);
// The rounds of a `for`, each in a scope of its own. They end early once they have nothing but more
// of the same errors to give.
void each_round(World& world, const ast::For& loop, const Value& values, Scope& scope,
                const std::function<void(Scope&)>& round);

// `use "file.mbs"` (use.cpp).
void use_file(World& world, const ast::Use& use, const ast::Statement& statement, Scope& scope);

// Makes the object or instance of a declaration (expand.cpp).
void declare_object(World& world, const ast::Statement& statement, Scope& scope);
void declare_event(World& world, const ast::Statement& statement, const ast::When& when,
                   Scope& scope);
// `state i: A = 0` outside laws, and its rate `i' = …`, once all names are known (states.cpp).
void make_state(World& world, const ast::Statement& statement, const ast::State& state,
                Scope& scope);
void settle_rates(World& world);

}  // namespace mbs::elaborate
