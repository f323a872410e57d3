// Rod: two points keep their distance L, given or as assembled.
//
//   g     = (|d|^2 - L^2)/(2 L) = 0, d = p_B - p_A           regular also where d = 0
//   dg/dt = d . (dp_B/dt - dp_A/dt)/L = 0
//
// No coordinate. Its multiplier is the force along it, N, where |d| = L. In space the same; of the
// frames only the points count.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind rod_joint;

}  // namespace mbs
