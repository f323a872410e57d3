// Journals in their bearings, in space: two contacts, with play along the axis two more, and a
// joint.
#pragma once

#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// A journal in space, a block in its guide; `common`: what all of its contacts have.
void declare_journal(World& world, Object& object, const LawUnit& unit, const ir::Contact& common);

}  // namespace mbs::elaborate
