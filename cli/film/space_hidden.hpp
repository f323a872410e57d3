// What of an arrow in space lies behind the body that it begins on.
#pragma once

#include "cli/film/space_stage.hpp"

namespace mbs::film {

// The part of the way between two pixels, 0 to 1, that lies behind a body of the contact whose far
// side the arrow of its force begins on.
double hidden_part(const SpaceStage& stage, const SceneContact& contact,
                   const SpaceContactAt& state, Pixel from, Pixel to);

}  // namespace mbs::film
