// `use`: the declarations of another file, read once and never acted on.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// `use "file.mbs"`.
void use_file(World& world, const ast::Use& use, const ast::Statement& statement, Scope& scope);

}  // namespace mbs::elaborate
