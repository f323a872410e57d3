// `plot`: its curves, and how they are drawn.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

ir::Plot compile_plot(World& world, const ast::Plot& plot, const ast::Statement& statement,
                      Scope& scope);

}  // namespace mbs::elaborate
