// Bodies in space. Solids are convex, so their outlines are hulls of what the eye sees of their
// points.
#pragma once

#include <vector>

#include "cli/film/space_stage.hpp"

namespace mbs::film {

void draw_planes(const SpaceStage& stage);
void add_parts(const SpaceStage& stage, std::vector<Thing>& things);

}  // namespace mbs::film
