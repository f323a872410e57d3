// The part of a history at one frequency.
#pragma once

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// `harmonic(x, f)`: amplitude and phase.
Value harmonic(World& world, const Builtin& builtin, const BuiltinCall& call);

}  // namespace mbs::elaborate
