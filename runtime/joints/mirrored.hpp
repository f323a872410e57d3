// Rows of joints in space that hold for mirror images, too: cosines of axes that are 0 where these
// point against each other as well as where they lie alike.
#pragma once

#include "runtime/joints/kind.hpp"

namespace mbs {

// Do axes of the ends of this joint point against each other that should lie alike, or is one of
// constant velocity half a turn off? The bodies are placed. False in the plane.
bool is_mirrored(const Model& model, const Placement& at, const ir::Joint& joint);

}  // namespace mbs
