// The mechanism of a planar scene in a part of a picture, at one instant.
#pragma once

#include <vector>

#include "cli/film/canvas.hpp"
#include "cli/film/motion.hpp"
#include "runtime/results/scene_tones.hpp"

namespace mbs::film {

struct Rect {  // pixels
  double x = 0, y = 0, w = 0, h = 0;
  bool holds(const Rect& o) const {
    return o.x >= x && o.y >= y && o.x + o.w <= x + w && o.y + o.h <= y + h;
  }
  bool meets(const Rect& o) const {
    return x < o.x + o.w && o.x < x + w && y < o.y + o.h && o.y < y + h;
  }
};

struct Extent {  // m, world
  ir::Vec2 low, high;
  bool empty = true;
  void include(ir::Vec2 p, double reach = 0);
  double size() const;  // the longer side
};

// From metres to pixels: y upwards becomes downwards.
struct Camera {
  double scale = 1, cx = 0, cy = 0;  // pixels per m; where the origin is
  Pixel to(ir::Vec2 p) const { return {cx + scale * p.x, cy - scale * p.y}; }
  ir::Vec2 back(Pixel p) const { return {(p.x - cx) / scale, (cy - p.y) / scale}; }
};
// Shows the whole extent in the middle of the frame, with a margin.
Camera fitted(const Extent& extent, const Rect& frame);

// What a body slides on, over all of its way and some more; of prismatic joints and slots.
struct Guide {
  std::size_t joint = 0;
  double low = 0, high = 0;    // m, along the guide
  std::vector<double> across;  // m, where a rail lies, the lowest first
  double sleeve = 0;           // m, of what runs on it in place of a body that is too wide; 0: none
  bool moving = false;
};

// What all frames of a film have in common.
struct Cast {
  const Scene& scene;
  std::vector<bool> moving;  // by body
  std::vector<Tone> tones;   // by body
  std::vector<Guide> guides;
  double size = 0;                                   // m, of the scene
  double hardest = 0, struck = 0;                    // N and N s, of all contacts
  double moment = 0;                                 // s, for which a blow is seen
  double strongest_force = 0, strongest_torque = 0;  // of all loads, N and N m
};
// What is there between two instants.
Cast cast_of(const Scene& scene, double from, double to);
// Around all that is seen of the bodies between two instants, looked at in some hundreds of
// instants at most.
Extent extent_of(const Cast& cast, double from, double to);
// Around what moves at an instant, with its joints and springs; `touching`: and where contacts are.
Extent moving_extent(const Cast& cast, double t, bool touching);
// How far the outlines of a body reach from its origin, m.
double reach_of(const SceneBody& body);

struct Stage {
  const Cast& cast;
  Canvas& canvas;
  Camera camera;
  Rect frame;
  double t = 0;
  std::vector<ScenePose> poses;  // by body
  std::vector<Rect> taken = {};  // where something stands that no name may hide

  const Scene& scene() const { return cast.scene; }
  Pixel pixel(std::size_t body, ir::Vec2 point) const {
    return camera.to(placed(poses[body], point));
  }
};

// Where a contact is, on the surface of a bearing or between two bodies.
Pixel contact_pixel(const Stage& stage, const SceneContact& contact, const ContactAt& state);

void draw_grid(const Stage& stage);

// Marks that the stages in the plane and in space use.
void draw_scale(Canvas& canvas, const Rect& frame, double scale);  // pixels per m
// How long a blow is seen in a film of this part of a run, s: a quarter of a second of ten.
constexpr double moment_of(double from, double to) {
  return (to - from) / 40;
}

// The least of 1, 2 or 5 times a power of ten that is not below `least`.
double nice_step(double least);
// "0.5 mm", "12.3 kN": with the prefix that leaves 1 to 1000.
std::string quantity(double value, std::string_view unit, int digits);

}  // namespace mbs::film
