// The frames of a film in space.
#pragma once

#include "cli/film/drawing.hpp"
#include "cli/film/space_stage.hpp"

namespace mbs::film {

class SpaceDrawing final : public Drawing {
 public:
  explicit SpaceDrawing(const FilmOutput& film);
  Camera camera(int frame) const;  // of what View::flat gives
  const View& view() const { return cast_.view; }

 private:
  void draw(Canvas& canvas, int frame) override;

  SpaceCast cast_;
  Camera still_;
};

}  // namespace mbs::film
