// The frames of a film, as its world has them.
#pragma once

#include <memory>

#include "cli/film/drawing.hpp"

namespace mbs::film {

// The scene must be there.
std::unique_ptr<Drawing> drawing_of(const FilmOutput& film);

}  // namespace mbs::film
