// Statements to names and objects: files, `use`, `for`, templates, declarations.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// Enters all names of the statements, then makes the declared objects in order. Actions are left.
void collect(World& world, const std::vector<ast::StatementPtr>& statements, Scope& scope);

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
// The first `world` of a file; null if it has none.
const ast::Statement* world_statement(const std::vector<ast::StatementPtr>& statements);
// Whether the first `world` of all files that these statements use, and those use, is spatial.
bool uses_spatial_world(World& world, const std::vector<ast::StatementPtr>& statements,
                        const std::string& directory);

// Makes the object or instance of a declaration (expand.cpp).
void declare_object(World& world, const ast::Statement& statement, Scope& scope);
void declare_event(World& world, const ast::Statement& statement, const ast::When& when,
                   Scope& scope);
// `state i: A = 0` outside laws, and its rate `i' = …`, once all names are known (states.cpp).
void make_state(World& world, const ast::Statement& statement, const ast::State& state,
                Scope& scope);
void settle_rates(World& world);

}  // namespace mbs::elaborate
