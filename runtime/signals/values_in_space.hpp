// Private to runtime: values of signals in space.
#pragma once

#include "runtime/signals/multipliers.hpp"

namespace mbs {

// SlotKind::body_coordinate, body_spin, joint_coordinate.
double body_place_in_space(const Here& here, const Slot& slot);
double body_spin(const Here& here, const Slot& slot);
double coordinate_in_space(const Here& here, const Slot& slot);
// What a joint or drive exerts on its second end, at the end's point: index 0 to 2 the force, N, 3
// to 5 the torque, N m, world axes.
double reaction_in_space(const Here& here, ir::Part owner, int index);
// The same of its rows alone, with these multipliers.
double rows_in_space(const Here& here, ir::Part owner, const double* multipliers, int index);

}  // namespace mbs
