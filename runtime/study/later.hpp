// Actions whose numbers come from what was run before them: with these numbers. Empty, with E0411,
// if there are none; a run that cannot be made leaves nothing to look at.
#pragma once

#include <optional>

#include "runtime/study/execution.hpp"

namespace mbs {

std::optional<ir::Simulate> settled(Execution& now, const ir::Simulate& asked);
std::optional<ir::Table> settled(Execution& now, const ir::Table& asked);
std::optional<ir::Animate> settled(Execution& now, const ir::Animate& asked);

}  // namespace mbs
