// The frames of a film as SVG, one after another.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/film/following.hpp"
#include "cli/film/labels.hpp"
#include "cli/film/lens.hpp"
#include "cli/film/stage.hpp"
#include "runtime/results/output.hpp"

namespace mbs::film {

// What films in the plane and in space have in common: the clock, the lens, trails.
class Drawing {
 public:
  virtual ~Drawing() = default;
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  int frames() const { return film_.frames; }
  // s; the first and the last frame show the first and the last instant.
  double instant(int frame) const;
  // Names stay where they stood in the frame drawn before this one.
  std::string frame(int frame);

 protected:
  explicit Drawing(const FilmOutput& film);  // the scene must be there
  virtual void draw(Canvas& canvas, int frame) = 0;

  const SceneBody* followed() const;  // null: no body alone
  // Where no body was asked for, whether the camera goes with all that moves.
  void go_along(const Extent& whole, const MovingExtent& moving);
  ir::Vec3 middle_of_followed() const;
  // As near as four times the reach of what is followed, but not so far that more is seen than
  // there is.
  void come_near(Camera& camera) const;
  void put_lens();
  // `place`: of a point of a body, in the world.
  void find_ways(const std::function<ir::Vec3(const SceneBody&, const ir::Vec3&, double)>& place);
  void trails(Canvas& canvas, int frame, const std::function<Pixel(const ir::Vec3&)>& to) const;
  // The part of the picture within which the mechanism is seen.
  void begin_stage(Canvas& canvas) const;
  // The cone to the lens lies behind the bodies, and goes on beside their part of the picture.
  void cone(Canvas& canvas, const SeenContact& seen) const;
  double clock_end() const;  // pixels
  bool beside_clock() const;

  FilmOutput film_;
  const Scene& scene_;
  Rect whole_, stage_;          // the picture, and what of it the mechanism has
  std::optional<double> room_;  // m, around all that moves, with which the camera goes
  std::unique_ptr<Lens> lens_;
  Sides sides_;

 private:
  void captions(Canvas& canvas, double t) const;
  const SceneContact* magnified() const;

  std::vector<std::vector<ir::Vec3>> ways_;  // m, by trail: `per_frame` places in each frame
};

class PlaneDrawing final : public Drawing {
 public:
  explicit PlaneDrawing(const FilmOutput& film);
  Camera camera(int frame) const;  // where it stands in a frame

 private:
  void draw(Canvas& canvas, int frame) override;

  Cast cast_;
  Camera still_;
};

}  // namespace mbs::film
