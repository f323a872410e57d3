#include "runtime/joints/guide.hpp"

namespace mbs {

namespace {

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  return {along_frame(m, joint.first, joint.second, x_axis)};
}

JointStart start_in_space(const ir::Joint& joint) {
  return {.shift = {start_of(joint.coordinate), 0, 0}, .known = is_given(joint.coordinate)};
}

}  // namespace

const JointKind guide_joint_kind{
    .kind = ir::JointKind::guide,
    .name = "guide",
    .coordinate = JointCoordinate::travel,
    .shifts = true,
    .has_play = true,
    .coordinates_in_space = coordinates,
    .start_in_space = start_in_space,
};

}  // namespace mbs
