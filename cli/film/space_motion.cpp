#include "cli/film/space_motion.hpp"

#include <algorithm>
#include <cmath>

namespace mbs::film {

namespace {

ir::Vec3 vector_at(const Track& track, double t, std::size_t first) {
  return {at(track, t, first), at(track, t, first + 1), at(track, t, first + 2)};
}
ir::Vec3 unit(const ir::Vec3& v) {
  return 1 / std::max(norm(v), 1e-300) * v;
}

}  // namespace

SpacePose space_pose_of(const SceneBody& body, double t) {
  if (body.motion.t.empty()) return {};
  const ir::Quaternion q{at(body.motion, t, 3), at(body.motion, t, 4), at(body.motion, t, 5),
                         at(body.motion, t, 6)};
  // Between knots the cubics leave the unit sphere a little.
  const double length = std::hypot(q.w, norm(q.vector()));
  return {vector_at(body.motion, t, 0), {q.w / length, q.x / length, q.y / length, q.z / length}};
}
ir::Vec3 placed(const SpacePose& pose, const ir::Vec3& point) {
  return pose.at + pose.turned * point;
}
ir::Vec3 place_of(const ScenePart& part) {
  return {part.at.x, part.at.y, part.at.z};
}

SpaceContactAt space_contact_at(const SceneContact& contact, double t, double moment) {
  SpaceContactAt state{touch_at(contact, t, moment), {}, {}, {}, {}};
  if (contact.clearance > 0) {
    state.eccentricity = vector_at(contact.place, t, 0);
    state.gap = contact.clearance - norm(state.eccentricity);
    state.normal = (contact.first_is_bearing ? -1.0 : 1.0) * unit(state.eccentricity);
  } else {
    state.gap = at(contact.place, t, 0);
    const double then = shown_at(contact, state, t);
    state.normal = unit(vector_at(contact.place, then, 1));
    state.point = vector_at(contact.place, then, 4);
  }
  state.pull = state.FN > 0 ? vector_at(contact.force, t, 3) : -1.0 * state.normal;
  // At rest the law's own account of the gap counts.
  if (state.delta > 0) state.gap = -state.delta;
  return state;
}

}  // namespace mbs::film
