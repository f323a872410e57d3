// What the sizes of a clearance ask for: journals, balls and blocks have attributes of their own.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Reports what a clearance of its kind lacks, or has no use for.
bool check_fit(World& world, Object& clearance);

}  // namespace mbs::elaborate
