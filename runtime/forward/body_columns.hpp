// How the speeds of joint coordinates move bodies in space: v = B u, see
// runtime/model/tree_in_space.hpp.
#pragma once

#include <span>
#include <vector>

#include "runtime/coordinates/state_in_space.hpp"

namespace mbs {

class BodyColumns {
 public:
  struct Column {
    int speed = 0;
    bool slides = false;
    double pitch = 0;  // m/rad
    // The speed of the ball that the body hangs on or behind, if this only carries that; -1: it
    // moves the body with all there is.
    int ball = -1;
  };
  // What one does to the body: v and the spin along the axes of the world, omega in those of the
  // body.
  struct Motion {
    Vector3 shift = Vector3::Zero(), turn = Vector3::Zero(), spin = Vector3::Zero();
  };
  explicit BodyColumns(const SpatialTree& tree, int bodies);
  // Those of a body, by number.
  int first(int body) const { return first_[body]; }
  int end(int body) const { return first_[body + 1]; }
  const Column& column(int number) const { return columns_[number]; }
  const Motion& motion(int number) const { return motions_[number]; }
  // Where the tree is.
  void fill(const SpatialTreeState& state);

 private:
  void add_path(const SpatialTree& tree, const TreePath& path);
  Motion motion_of(const Column& column, const HungBody& body, const SpatialTreeState& s) const;

  std::vector<int> first_;  // by body, the ground included, then their number
  std::vector<Column> columns_;
  std::vector<Motion> motions_;
};

}  // namespace mbs
