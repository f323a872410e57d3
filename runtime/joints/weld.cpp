#include "runtime/joints/weld.hpp"

#include <numbers>

namespace mbs {

namespace {

// One that is held during a run keeps the pose that it finds, so its rows are in the axes of A.
void add_rows_that_take(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_axis(m, joint.first, joint.second, 0)).takes = true;
  rows.add(along_axis(m, joint.first, joint.second, std::numbers::pi / 2)).takes = true;
  rows.add(relative_angle(m, joint.first, joint.second)).takes = true;
}

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  if (joint.activity.varies) return add_rows_that_take(m, joint, rows);
  add_pin(m, joint.first, joint.second, rows);
  rows.add(relative_angle(m, joint.first, joint.second));
}

void add_rows_in_space(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
  hold_rotation(m, joint, rows);
}

}  // namespace

const JointKind weld_joint{
    .kind = ir::JointKind::weld,
    .name = "weld",
    .coincides = true,
    .keeps_angle = true,
    .tree_rows = 3,
    .add_rows = add_rows,
    .add_rows_in_space = add_rows_in_space,
    .alike = 7,
};

}  // namespace mbs
