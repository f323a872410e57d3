// States outside laws: what they are worth at an instant, and their rates.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// The signal; its dimension is that of the annotation, else of the initial value, which is found
// meanwhile. Reports E0308, E0311, E0203; Poison then.
Value state_value(World& world, Object& state);
// The rate as an expression of signals, per s. Reports E0603 if there is none.
std::optional<Scalar> state_rate(World& world, Object& state);
// The state that a value is, if it is just that.
Object* state_of(World& world, const Value& value);

}  // namespace mbs::elaborate
