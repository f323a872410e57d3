// Where things of a planar scene are at an instant: the same readings as share/report/data.js.
#pragma once

#include "runtime/results/scene.hpp"

namespace mbs::film {

// Some hundreds of instants, at which a whole film is looked at beforehand.
template <class Visit>
void each_instant(double from, double to, Visit&& visit) {
  constexpr int looks = 200;
  if (!(to > from)) return visit(from);
  for (int k = 0; k <= looks; ++k) visit(from + (to - from) * k / looks);
}

// The cubic of a channel at t, which is held before the first knot and after the last. NaN without
// knots. Of two knots of one time the later one counts.
double at(const Track& track, double t, std::size_t channel);

// Ground, and bodies that have no motion, have the axes of the world.
ScenePose pose_of(const SceneBody& body, double t);
// A point in the axes of a pose, in those of the world.
ir::Vec2 placed(const ScenePose& pose, ir::Vec2 point);
// A pose within another.
ScenePose placed(const ScenePose& pose, const ScenePose& inner);
bool moves(const SceneBody& body);

// How far a contact is closed, in the plane and in space.
struct Touch {
  int impact = -1;  // which one, from 0; -1 while it is open
  double delta = 0, FN = 0, FT = 0;
  double gap = 0;  // below 0 where they overlap
  // Between rigid parts: the last blow, N s, and how much of its colour is left, from 1 to 0. It
  // takes no time, but is seen for a moment.
  double blow = 0, left = 0;
  int number = -1;  // of the impact that is seen, from 0
  bool seen() const { return FN > 0 || blow > 0; }
};
// How long the arrow of a contact is, of the longest: by the square root of what it stands for, of
// the hardest force (N) or blow (N s) of the scene.
double arrow_part(const Touch& touch, double hardest, double struck);
// How strongly it is drawn.
double arrow_strength(const Touch& touch);
// Without its gap. `moment`: how long a blow is seen, s.
Touch touch_at(const SceneContact& contact, double t, double moment);
// When the place and the normal that are shown were those of the contact: of a blow as it came.
double shown_at(const SceneContact& contact, const Touch& touch, double t);

struct ContactAt : Touch {
  double nx = 0, ny = 0;  // from the first body to the second
  double px = 0, py = 0;  // the point of contact; of a journal 0
  double ex = 0, ey = 0;  // the eccentricity of a journal
  // What acts on the first body; of a blow its direction alone.
  ir::Vec2 pull() const {
    if (!(FN > 0)) return {-nx, -ny};
    return {-FN * nx - FT * ny, -FN * ny + FT * nx};
  }
};
ContactAt contact_at(const SceneContact& contact, double t, double moment);
// N; of rigid parts the largest force while they stay together.
double hardest(const SceneContact& contact);
double struck(const SceneContact& contact);   // N s, the hardest blow of rigid parts
double deepest(const SceneContact& contact);  // m

}  // namespace mbs::film
