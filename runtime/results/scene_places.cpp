#include "runtime/results/scene_places.hpp"

#include <cmath>

namespace mbs {

namespace {

// The run knows a body by its principal axes.
ir::Vec3 in_space(const Model& model, const Placement& at, int body, const ir::Vec3& p) {
  const SpatialPose& pose = at.bodies[body];
  const ir::Vec3 own = inverse(model.principal[body]) * p;
  const Vector3 place =
      pose.r + at.levers[model.origin_point[body]] + pose.R * Vector3(own.x, own.y, own.z);
  return {place.x(), place.y(), place.z()};
}

}  // namespace

ir::Vec3 world_point(const Model& model, const Placement& at, int body, const ir::Vec3& p) {
  if (at.spatial()) return in_space(model, at, body, p);
  const Pose& pose = at.poses[body];
  const Arm& origin = at.arms[model.origin_point[body]];
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  return {pose.x + origin.x + c * p.x - s * p.y, pose.y + origin.y + s * p.x + c * p.y};
}

}  // namespace mbs
