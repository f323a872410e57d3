// The frames of a film as SVG, one after another.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/film/labels.hpp"
#include "cli/film/lens.hpp"
#include "cli/film/stage.hpp"
#include "runtime/results/output.hpp"

namespace mbs::film {

class Drawing {
 public:
  // The scene must be there, and planar.
  explicit Drawing(const FilmOutput& film);
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  int frames() const { return film_.frames; }
  // s; the first and the last frame show the first and the last instant.
  double instant(int frame) const;
  // Where the camera stands in a frame.
  Camera camera(int frame) const;
  // Names stay where they stood in the frame drawn before this one.
  std::string frame(int frame);

 private:
  void lay_out();
  void find_ways();
  void trails(const Stage& stage, int frame) const;
  void captions(const Stage& stage) const;

  FilmOutput film_;
  const Scene& scene_;
  Cast cast_;
  Rect whole_, stage_;  // the picture, and what of it the mechanism has
  Camera still_;
  std::unique_ptr<Lens> lens_;
  std::vector<std::vector<ir::Vec2>> ways_;  // m, by trail: `per_frame` places in each frame
  Sides sides_;
};

}  // namespace mbs::film
