// The value of an attribute, checked against what the kind's table asks for.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Evaluates and checks; constants only. Poison after an error.
Value fitted_attribute(World& world, Object& object, BoundAttribute& bound);

}  // namespace mbs::elaborate
