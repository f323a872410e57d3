// `animate`: which part of a run a film shows, how fast, and what it looks at.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Empty after an error.
std::optional<ir::Animate> compile_animate(World& world, const ast::Animate& node,
                                           const ast::Statement& statement, Scope& scope);

}  // namespace mbs::elaborate
