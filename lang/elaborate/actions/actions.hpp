// Actions, in order: simulate, print, table, plot, expect, stop, sweep.
#pragma once

#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Compiles the actions among the statements. Keeps track of whether a run is at hand.
void run_actions(World& world, const std::vector<ast::StatementPtr>& statements, Scope& scope,
                 std::vector<ir::Action>& actions);
// Names what a `let` defines.
void enter_let(World& world, const ast::Statement& statement, Scope& inside);
// Names the `let`s among the actions of a loop or sweep; other statements keep nothing there.
void enter_names(World& world, const names::Statements& body, Scope& inside);
// False, with E0302, if a `let` of these has the name of a param, which would stay what it is.
bool hides_no_param(World& world, const names::Statements& body);
// `when` bodies: their signals mean the present instant.
void compile_events(World& world);

// One pass per combination of values (lang/elaborate/build/sweep.cpp).
void run_sweep(World& world, const ast::Sweep& sweep, const ast::Statement& statement, Scope& scope,
               std::vector<ir::Action>& actions);

}  // namespace mbs::elaborate
