// Bodies: their outlines, one upon the other so that nothing that matters is hidden.
#pragma once

#include <cstddef>
#include <string_view>

#include "cli/film/stage.hpp"

namespace mbs::film {

void draw_bodies(Stage& stage);
std::string_view fill_of(std::size_t body);
bool is_journal(const Scene& scene, std::size_t body, const ScenePart& part);

}  // namespace mbs::film
