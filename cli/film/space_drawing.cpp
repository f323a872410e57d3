#include "cli/film/space_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "cli/film/space_bodies.hpp"
#include "cli/film/space_symbols.hpp"
#include "cli/film/symbols.hpp"

namespace mbs::film {

namespace {

// Bodies and joints; of what is as far, in the order of the script.
void draw_solids(const SpaceStage& stage) {
  std::vector<Thing> things;
  add_parts(stage, things);
  add_joints(stage, things);
  // What has no place counts as far away, so that the order is one.
  for (Thing& thing : things)
    if (!std::isfinite(thing.depth)) thing.depth = std::numeric_limits<double>::infinity();
  std::ranges::stable_sort(things, std::greater{}, &Thing::depth);
  for (const Thing& thing : things) thing.draw();
}

}  // namespace

SpaceDrawing::SpaceDrawing(const FilmOutput& film)
    : Drawing(film), cast_(space_cast_of(scene_, film.from, film.to)) {
  put_lens();
  still_ = fitted(cast_.extent, stage_);
  go_along(cast_.extent,
           [this](double t, bool touching) { return moving_extent(cast_, t, touching); });
  come_near(still_);
  find_ways([](const SceneBody& body, const ir::Vec3& at, double t) {
    return placed(space_pose_of(body, t), at);
  });
}

Camera SpaceDrawing::camera(int frame) const {
  if (room_) return going(moving_extent(cast_, instant(frame), false), *room_, stage_);
  Camera camera = still_;
  if (!followed()) return camera;
  const ir::Vec2 p =
      view().flat(placed(space_pose_of(*followed(), instant(frame)), middle_of_followed()));
  camera.cx = stage_.x + stage_.w / 2 - camera.scale * p.x;
  camera.cy = stage_.y + stage_.h / 2 + camera.scale * p.y;
  return camera;
}

void SpaceDrawing::draw(Canvas& canvas, int frame) {
  SpaceStage stage{cast_, canvas, camera(frame), stage_, instant(frame), {}};
  for (const SceneBody& body : scene_.bodies) stage.poses.push_back(space_pose_of(body, stage.t));
  begin_stage(canvas);
  draw_planes(stage);
  if (lens_) cone(canvas, seen_contact(stage, lens_->contact()));
  draw_solids(stage);
  trails(canvas, frame, [&](const ir::Vec3& p) { return stage.to(p); });
  draw_springs(stage);
  draw_loads(stage);
  draw_contacts(stage);
  draw_names(stage, sides_);
  draw_scale(canvas, stage_, stage.camera.scale);
  draw_axes(stage);
  canvas.end();
  if (lens_) lens_->draw(canvas, seen_contact(stage, lens_->contact()));
}

}  // namespace mbs::film
