// Screw joint, in space: a cylindrical joint whose travel goes with its angle, right-handed.
//
//   g     = [ those of the cylindrical joint, travel - lead angle/(2 pi) ] = 0
//   dg/dt = [ those of the cylindrical joint, d travel/dt - lead/(2 pi) d angle/dt ] = 0
//
// Frames A and B, axes and omega as in kind.hpp: it turns about z and travels along e_z.
// Coordinates as those of the cylindrical joint. The last row knows no turns: it is compared modulo
// the lead.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind screw_joint;

}  // namespace mbs
