// `random(k, seed)` and `normal(k, seed)`, entries of the table of functions.
#pragma once

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

Value random_number(World& world, const Builtin& builtin, const BuiltinCall& call);

}  // namespace mbs::elaborate
