// Where things of a scene in space are at an instant, as motion.hpp has it for the plane.
#pragma once

#include "cli/film/motion.hpp"

namespace mbs::film {

struct SpacePose {
  ir::Vec3 at;
  ir::Quaternion turned;
};
SpacePose space_pose_of(const SceneBody& body, double t);
ir::Vec3 placed(const SpacePose& pose, const ir::Vec3& point);
// Where a part stands on its body, of which it has the axes.
ir::Vec3 place_of(const ScenePart& part);

struct SpaceContactAt : Touch {
  ir::Vec3 normal;        // unit, from the first body to the second
  ir::Vec3 point;         // of contact; of a journal 0
  ir::Vec3 eccentricity;  // of a journal
  ir::Vec3 pull;          // on the first body, N; of a blow its direction alone
};
SpaceContactAt space_contact_at(const SceneContact& contact, double t, double moment);

}  // namespace mbs::film
