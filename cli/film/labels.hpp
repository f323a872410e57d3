// Names of bodies, joints, journals: each beside its thing, where nothing else stands.
#pragma once

#include <map>
#include <string>

#include "cli/film/stage.hpp"

namespace mbs::film {

// On which side of its thing each name stood in the frame before, from 0 above it, clockwise.
using Sides = std::map<std::string, int>;

// A name stays on its side as long as there is room. One without room is left out of the frame.
void draw_names(Stage& stage, Sides& sides);

}  // namespace mbs::film
