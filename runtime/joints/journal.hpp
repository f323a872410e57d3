// A journal and its bearing, in space, beside their contacts: frame A is the bearing, frame B the
// journal. Without play along the axis, as if held by collars without friction, with d = p_B - p_A
//
//   g     = e_z . d = 0
//   dg/dt = e_z . (dd/dt - omega_a x d) = 0                  axes and omega_a as in kind.hpp
//
// and with play no g. Coordinates: the angle of A against B about B's axis, rad, and its travel
// along that, m.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind journal_joint;

}  // namespace mbs
