// `random(k, seed)` and `normal(k, seed)`, entries of the table of functions.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value random_number(World& world, const Builtin& builtin, const BuiltinCall& call);

}  // namespace mbs::elaborate
