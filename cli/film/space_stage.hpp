// The mechanism of a scene in space, in a part of a picture, at one instant: seen along a direction
// from far away, without perspective. The same drawing as share/report/space.js makes.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "cli/film/labels.hpp"
#include "cli/film/lens.hpp"
#include "cli/film/space_motion.hpp"
#include "cli/film/stage.hpp"

namespace mbs::film {

// Unit vectors of the world, square to each other: to the right and up on the picture, and away
// from the eye.
struct View {
  ir::Vec3 right, over, away;
  ir::Vec2 flat(const ir::Vec3& v) const { return {dot(v, right), dot(v, over)}; }
  double depth(const ir::Vec3& p) const { return dot(p, away); }
};
// From one side and a little above; `up` is along an axis of the world.
View view_of(const ir::Vec3& up);
// A vector as long as it is, in the direction in which it is seen; upwards if that is none.
ir::Vec2 seen_flat(const View& view, const ir::Vec3& v);
// Two unit vectors square to a unit vector and to each other.
std::pair<ir::Vec3, ir::Vec3> across(const ir::Vec3& n);

// How far the second body of a joint comes along its axis, seen from the first point, m.
struct Travel {
  double least = 0, most = 0;
};

// What all frames of a film in space have in common.
struct SpaceCast {
  const Scene& scene;
  View view;
  std::vector<bool> moving = {};                    // by body
  std::vector<Tone> tones = {};                     // by body
  std::vector<std::optional<Travel>> travels = {};  // by joint, of those that slide
  Extent extent = {};                               // of what is seen, as View::flat
  ir::Vec3 middle = {};                             // of all that is there
  double reach = 0;                                 // m, of planes about it
  double hardest = 0, struck = 0, moment = 0;       // as in Cast
  double strongest_force = 0, strongest_torque = 0;
};
SpaceCast space_cast_of(const Scene& scene, double from, double to);
Extent moving_extent(const SpaceCast& cast, double t, bool touching);  // as in the plane, as seen

struct SpaceStage {
  const SpaceCast& cast;
  Canvas& canvas;
  Camera camera;  // of what View::flat gives
  Rect frame;
  double t = 0;
  std::vector<SpacePose> poses;  // by body
  std::vector<Rect> taken = {};

  const Scene& scene() const { return cast.scene; }
  const View& view() const { return cast.view; }
  ir::Vec3 world(std::size_t body, const ir::Vec3& point) const {
    return placed(poses[body], point);
  }
  ir::Vec3 direction(std::size_t body, const ir::Vec3& v) const { return poses[body].turned * v; }
  Pixel to(const ir::Vec3& p) const { return camera.to(view().flat(p)); }
  Pixel pixel(std::size_t body, const ir::Vec3& point) const { return to(world(body, point)); }
};

Pixel contact_pixel(const SpaceStage& stage, const SceneContact& contact,
                    const SpaceContactAt& state);
SeenContact seen_contact(const SpaceStage& stage, const SceneContact& contact);

// What is drawn from far to near.
struct Thing {
  double depth = 0;  // m
  std::function<void()> draw;
};

}  // namespace mbs::film
