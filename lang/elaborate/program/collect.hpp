// Statements to names and objects: files, `use`, `for`, templates, declarations.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Enters all names of the statements, then makes the declared objects in order. Actions are left.
void collect(World& world, const names::Statements& statements, Scope& scope);
// The same for statements of a tree that is no part of the program, with what they define.
void collect(World& world, const names::Statements& statements,
             const std::vector<names::Definition>& definitions, Scope& scope);

// The same for what is declared in the block of a body: points, and loops of them.
void collect_block(World& world, const ast::Block& block, Scope& scope);

}  // namespace mbs::elaborate
