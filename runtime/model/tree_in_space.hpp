// Private to runtime: joint coordinates in space; see tree.hpp.
//
// A body hangs on its parent by moves, one after the other: turns and slides along an axis, screws,
// and the ball of one that turns as it likes. Turns and slides are counted from the parent, one
// number each. A ball has the quaternion of the body against the world and its spin in its own
// axes, as absolute coordinates have it: nothing above it turns what hangs behind it. A body on
// nothing has three slides along the axes of the world and a ball.
//
// Speeds u: of turns and slides their rates, of a ball the three parts of its spin. With B,
// v = B(p) u; the column of a turn about the axis a through o is (a x (r - o), R^T a).
#pragma once

#include <cstdint>
#include <vector>

#include "lang/scenario/vectors.hpp"
#include "runtime/model/space.hpp"

namespace mbs {

struct TreeMove {
  enum class Kind : std::uint8_t { turn, slide, screw, ball } kind = Kind::turn;
  int place = 0, speed = 0;  // its coordinate and its speed; of a ball the first of four and three
  // The axis of all moves but balls, in the axes that the parent has where the moves before it are
  // 0.
  Vector3 axis = Vector3::UnitZ();
  double pitch = 0;  // screw: m/rad
  // Turns and screws: the rotation so far is followed by cos(angle/2) still + sin(angle/2) turned.
  ir::Quaternion still, turned;
  int joint = -1, coordinate = 0;  // whose value it is; -1: no joint's, or of a ball
  int counted = -1;                // among the angles that count turns
  bool turns() const { return kind == Kind::turn || kind == Kind::screw; }
  bool slides() const { return kind == Kind::slide; }
  bool ball() const { return kind == Kind::ball; }
  int places() const { return ball() ? 4 : 1; }
  int speeds() const { return ball() ? 3 : 1; }
};

// A body on its parent, a parent before its children.
struct TreeHinge {
  int body = 0, parent = 0;
  int first = 0, count = 0;         // moves
  Vector3 start = Vector3::Zero();  // m, from the parent's centre of mass, axes of the parent
  Vector3 end = Vector3::Zero();    // m, from there behind all moves to the body's, its own axes
  ir::Quaternion fixed;             // from its axes to the parent's, where all moves are 0
  bool apart = true;                // `fixed` follows the moves; else it is part of the last one
};

// The moves that carry one place in the same way: the centre of mass of a body, or the point in
// which the ball of a body stands. From the ground, or the last ball, on.
struct TreePath {
  int body = 0;
  bool anchor = false;       // of its ball
  int first = 0, count = 0;  // in SpatialTree::carriers
  int speeds = 0, places = 0;
  int base = 0;  // in TreeState::coefficients: B and C of its speeds, then B, D, E, K of its places
};

struct SpatialTree {
  std::vector<TreeMove> moves;
  std::vector<TreeHinge> hinges;
  std::vector<TreePath> paths;
  std::vector<int> carriers;  // moves of the paths
  std::vector<int> ways;  // paths of the bodies: first their own, then those of balls before them
  std::vector<int> way_start;  // by body
  int coefficients = 1;        // how many
  bool corrects = false;       // are there constraints whose corrections count?
};

// Numbers of one speed and of one place among the coefficients, by motions of what they carry (v
// along the axes of the world, omega in those of the body); B: what they do to it; C: how its
// acceleration changes with the speed, D and E how its speed and its acceleration change with the
// coordinate; K: what corrections of the body do to the coordinate.
struct SpeedColumn {
  static constexpr int B = 0, C = 6, size = 12;
};
struct PlaceColumn {
  static constexpr int B = 0, D = 6, E = 12, K = 18, size = 24;
};

}  // namespace mbs
