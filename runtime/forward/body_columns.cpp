#include "runtime/forward/body_columns.hpp"

namespace mbs {

namespace {

// The first speed of the ball that a body hangs on.
int ball_of(const SpatialTree& tree, int body) {
  for (const TreeHinge& hinge : tree.hinges)
    for (int k = hinge.first; hinge.body == body && k < hinge.first + hinge.count; ++k)
      if (tree.moves[k].ball()) return tree.moves[k].speed;
  return -1;
}

}  // namespace

BodyColumns::BodyColumns(const SpatialTree& s, int bodies) : first_(2, 0) {
  for (int body = 1; body <= bodies; ++body) {
    for (int n = s.way_start[body]; n < s.way_start[body + 1]; ++n) add_path(s, s.paths[s.ways[n]]);
    first_.push_back(static_cast<int>(columns_.size()));
  }
  motions_.resize(columns_.size());
}

void BodyColumns::add_path(const SpatialTree& s, const TreePath& path) {
  const int ball = path.anchor ? ball_of(s, path.body) : -1;
  for (int c = path.first; c < path.first + path.count; ++c) {
    const TreeMove& move = s.moves[s.carriers[c]];
    for (int k = 0; k < move.speeds(); ++k)
      columns_.push_back({move.speed + k, move.slides(), move.pitch, ball});
  }
}

BodyColumns::Motion BodyColumns::motion_of(const Column& c, const HungBody& body,
                                           const SpatialTreeState& s) const {
  const MovingAxis& axis = s.axes[c.speed];
  if (c.slides) return {axis.axis};
  const Vector3& end = c.ball < 0 ? body.pose.r : s.axes[c.ball].point;
  Vector3 shift = axis.axis.cross(end - axis.point);
  if (c.pitch != 0) shift += c.pitch * axis.axis;
  if (c.ball >= 0) return {shift};
  return {shift, body.pose.R.transpose() * axis.axis, axis.axis};
}

void BodyColumns::fill(const SpatialTreeState& state) {
  for (std::size_t body = 1; body + 1 < first_.size(); ++body)
    for (int c = first_[body]; c < first_[body + 1]; ++c)
      motions_[c] = motion_of(columns_[c], state.bodies[body], state);
}

}  // namespace mbs
