// Which of many circles and half-planes, in space balls and planes, come near each other.
#pragma once

#include <span>
#include <vector>

namespace mbs {

// A circle or ball, or a half-plane or half-space with its boundary through a point and an outward
// normal.
struct NearShape {
  double radius = 0;  // m; of a plane: 0
  bool plane = false;
  int body = 0;         // shapes of one body never meet
  bool hollow = false;  // others are inside of it, however far it is to its centre
  bool wall() const { return plane || hollow; }
};
struct NearPlace {                // world axes; in the plane z = 0
  double x = 0, y = 0, z = 0;     // m, of the centre or the boundary point
  double vx = 0, vy = 0, vz = 0;  // m/s
  double nx = 0, ny = 0, nz = 0;  // of a plane, of length 1
  double wx = 0, wy = 0, wz = 0;  // rad/s, of its body
};
struct NearPair {
  int first = 0, second = 0;  // shapes, first < second
  friend auto operator<=>(const NearPair&, const NearPair&) = default;
};

// A list of all pairs closer than a skin, good until some shape has moved by half of it (Verlet
// 1967). It is then made anew by sorting and sweeping along one axis: the work grows with the
// number of shapes and of those that are abreast of each, not with the number of pairs.
//
// Paths within a step are bounded, not only their ends: a shape leaves the chord between them by at
// most 4/27 h (|v0 - c| + |v1 - c|), c the mean velocity, as a cubic does. So no pair that met
// inside a step, however long, is missing from the list after `update`.
class NearPairs {
 public:
  NearPairs(std::vector<NearShape> shapes, double skin);
  // From `before` to `now` in h seconds (0: nothing is known of the way). True if the list is new.
  bool update(std::span<const NearPlace> before, std::span<const NearPlace> now, double h);
  // Sorted. Never two walls.
  std::span<const NearPair> pairs() const { return pairs_; }

 private:
  struct Box {
    double low_x = 0, high_x = 0, low_y = 0, high_y = 0, low_z = 0, high_z = 0;
    int shape = 0;
  };
  bool still_good(std::span<const NearPlace> now) const;
  void measure_paths(std::span<const NearPlace> before, std::span<const NearPlace> now, double h);
  void sweep(std::span<const NearPlace> now);
  void meet_wall(int wall, std::span<const NearPlace> now);
  double gap_to(int wall, int shape, std::span<const NearPlace> now) const;
  void consider(int a, int b, std::span<const NearPlace> now);
  double moved(int shape, std::span<const NearPlace> now) const;

  std::vector<NearShape> shapes_;
  double skin_;
  std::vector<NearPlace> reference_;  // where the list was made
  std::vector<double> path_;          // m, how far each shape may have been from `now` in the step
  std::vector<double> bulge_;         // m, the part of it that is not along the chord
  std::vector<Box> boxes_;
  std::vector<NearPair> pairs_;
  double extent_ = 0;  // m, from a plane's point to the farthest circle
};

}  // namespace mbs
