#include "runtime/joints/guide.hpp"

namespace mbs {

namespace {

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  return {along_frame(m, joint.first, joint.second, x_axis)};
}

}  // namespace

const JointKind guide_joint_kind{
    .kind = ir::JointKind::guide,
    .name = "guide",
    .coordinate = JointCoordinate::travel,
    .shifts = true,
    .coordinates_in_space = coordinates,
};

}  // namespace mbs
