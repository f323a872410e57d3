// What a declaration's name stands for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/elaborate/world/world.hpp"

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
// A new member of a family, at `home`. Empty, with E0302, if there is one of these indices.
std::optional<Place> member(World& world, const ast::Identifier& name, const Indices& indices,
                            const ast::Statement& statement, Scope& home);

}  // namespace mbs::elaborate
