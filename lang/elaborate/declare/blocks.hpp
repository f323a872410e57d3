// Blocks in their guides: a contact of each corner with each wall that it can meet, and a joint.
//
// The guide has the axes of the second end: its walls lie along x, half the block's height and the
// clearance above and below its point, and in space as much to both sides along z. As long as the
// block does not turn over, no corner meets another wall than that on its own side.
#pragma once

#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

void declare_block(World& world, Object& object, const LawUnit& unit, const ir::Contact& common);

}  // namespace mbs::elaborate
