// All that is known while one scenario is made, in parts: the names that have been entered
// (`Scopes`), what is declared (`Declarations`), the scenario that is filled (`Draft`), how
// expressions are read just now (`Evaluation`), and where complaints go (`Reports`, which is a part
// of that). Who needs one part takes that; who evaluates takes the world, as an expression may ask
// for anything. A sweep makes a world per pass; what passes have in common, the names of the
// program among it, is the elaboration.
#pragma once

#include <vector>

#include "lang/elaborate/world/declarations.hpp"
#include "lang/elaborate/world/describe.hpp"
#include "lang/elaborate/world/draft.hpp"
#include "lang/elaborate/world/elaboration.hpp"
#include "lang/elaborate/world/evaluation.hpp"
#include "lang/elaborate/world/reports.hpp"
#include "lang/elaborate/world/scopes.hpp"

namespace mbs::elaborate {

struct World : Scopes, Declarations, Draft, Evaluation {
  Elaboration& elaboration;
  std::vector<SweepBinding> bindings;

  World(Elaboration& shared, Diagnostics& sink);
};

Scope& new_scope(World& world, ScopeKind kind, Scope* parent);

}  // namespace mbs::elaborate
