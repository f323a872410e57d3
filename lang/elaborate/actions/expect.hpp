// `expect`: the condition, and the parts that are shown when it fails.
#pragma once

#include <optional>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

std::optional<ir::Expect> compile_expect(World& world, const ast::Expect& expect,
                                         const ast::Statement& statement, Scope& scope);

}  // namespace mbs::elaborate
