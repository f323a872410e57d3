// Marks of the field in space: joints, springs, arrows of forces and torques, names, axes.
#pragma once

#include <vector>

#include "cli/film/labels.hpp"
#include "cli/film/space_stage.hpp"
#include "cli/film/symbols.hpp"

namespace mbs::film {

void add_joints(const SpaceStage& stage, std::vector<Thing>& things);
void draw_springs(const SpaceStage& stage);
void draw_loads(const SpaceStage& stage);
void draw_contacts(const SpaceStage& stage);
void draw_axes(const SpaceStage& stage);
void draw_names(SpaceStage& stage, Sides& sides);

}  // namespace mbs::film
