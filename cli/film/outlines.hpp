// Bodies: their outlines, one upon the other so that nothing that matters is hidden.
#pragma once

#include <cstddef>
#include <string_view>

#include "cli/film/stage.hpp"
#include "runtime/results/scene_tones.hpp"

namespace mbs::film {

void draw_planes(Stage& stage);
void draw_bodies(Stage& stage);  // but planes
std::string_view fill_of(Tone tone);
bool is_journal(const Scene& scene, std::size_t body, const ScenePart& part);

}  // namespace mbs::film
