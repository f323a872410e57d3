// `data`: tables of numbers, from a file or written in the script.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// What the name of the statement stands for: read once, when it is first asked for.
void enter_data(World& world, Symbol& symbol, const ast::Data& data);

}  // namespace mbs::elaborate
