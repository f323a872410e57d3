// Screw joint, in space: a cylindrical joint whose travel goes with its angle, right-handed.
//
//   g = [ those of the cylindrical joint, travel - lead angle/(2 pi) ] = 0
//
// Coordinates as those of the cylindrical joint. The last row knows no turns: it is compared modulo
// the lead.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

extern const JointKind screw_joint;

}  // namespace mbs
