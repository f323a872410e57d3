#include "runtime/joints/prismatic.hpp"

#include <numbers>

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_axis(m, joint.first, joint.second, std::numbers::pi / 2));
  rows.add(relative_angle(m, joint.first, joint.second));
}

}  // namespace

const JointKind prismatic_joint{
    .kind = ir::JointKind::prismatic,
    .name = "prismatic",
    .coordinate = JointCoordinate::travel,
    .shifts = true,
    .keeps_angle = true,
    .tree_rows = 2,
    .add_rows = add_rows,
};

}  // namespace mbs
