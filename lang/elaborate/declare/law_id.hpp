// Laws in the scenario.
#pragma once

#include "lang/elaborate/world/draft.hpp"

namespace mbs::elaborate {

// The program's place in the scenario; contacts with equal programs share one.
ir::LawId law_id(Draft& draft, const ir::LawProgram& program);

}  // namespace mbs::elaborate
