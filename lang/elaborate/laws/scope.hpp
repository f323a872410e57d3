// The names inside a law's body: what the contact knows, parameters, parts, states, results.
#pragma once

#include <optional>

#include "lang/elaborate/world/law_context.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A scope with the names of one law applied to a contact. Its results are the names `FN`, or `FT`
// and `stick`; all are evaluated when asked for. `normal` is FN for a friction law.
Scope& law_scope(World& world, const LawValue& law, LawContext& context,
                 std::optional<Scalar> normal);

}  // namespace mbs::elaborate
