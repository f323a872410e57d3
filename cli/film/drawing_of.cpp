#include "cli/film/drawing_of.hpp"

#include "cli/film/space_drawing.hpp"

namespace mbs::film {

std::unique_ptr<Drawing> drawing_of(const FilmOutput& film) {
  if (film.scene->spatial) return std::make_unique<SpaceDrawing>(film);
  return std::make_unique<PlaneDrawing>(film);
}

}  // namespace mbs::film
