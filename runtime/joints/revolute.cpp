#include "runtime/joints/revolute.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  add_pin(m, joint.first, joint.second, rows);
}

}  // namespace

const JointKind revolute_joint{
    .kind = ir::JointKind::revolute,
    .name = "revolute",
    .coordinate = JointCoordinate::angle,
    .coincides = true,
    .tree_rows = 2,
    .add_rows = add_rows,
};

}  // namespace mbs
