#include "runtime/joints/weld.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  add_pin(m, joint.first, joint.second, rows);
  rows.add(relative_angle(m, joint.first, joint.second));
}

}  // namespace

const JointKind weld_joint{
    .kind = ir::JointKind::weld,
    .name = "weld",
    .coincides = true,
    .keeps_angle = true,
    .tree_rows = 3,
    .add_rows = add_rows,
};

}  // namespace mbs
