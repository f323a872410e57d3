// Drives, applied forces, rates of states: expressions over time, or over the motion.
#pragma once

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

void declare_drive(World& world, Object& drive);
void declare_force(World& world, Object& force);  // force, torque
void declare_state(World& world, Object& state);

}  // namespace mbs::elaborate
