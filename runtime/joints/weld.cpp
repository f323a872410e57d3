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

// As in the plane; which of the nine rows of axes act is chosen where it is held. One that acts
// from the start is put together by the first three.
void add_rows_that_take_in_space(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  for (const Axis axis : {x_axis, y_axis, z_axis})
    rows.add(along_frame(m, joint.first, joint.second, axis)).takes = true;
  for (const int shift : {1, 2, 0})
    for (const int i : {0, 1, 2}) {
      const Vector3 on_a = frame_axis(m, joint.first, static_cast<Axis>(i));
      const Vector3 on_b = frame_axis(m, joint.second, static_cast<Axis>((i + shift) % 3));
      ConstraintRow& row = rows.add(between_directions(m, joint, on_a, on_b));
      row.takes = true;
      row.assembled = shift != 1;
    }
}

void add_rows_in_space(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  if (joint.activity.varies) return add_rows_that_take_in_space(m, joint, rows);
  hold_points(m, joint.first, joint.second, rows);
  hold_rotation(m, joint, rows);
}

JointMoves moves_in_space(const ir::Joint&) {
  return {};
}

JointStart start_in_space(const ir::Joint&) {
  return {.known = true};
}

}  // namespace

const JointKind weld_joint{
    .kind = ir::JointKind::weld,
    .name = "weld",
    .coincides = true,
    .keeps_angle = true,
    .takes_any_pose = true,
    .tree_rows = 3,
    .add_rows = add_rows,
    .add_rows_in_space = add_rows_in_space,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
    .alike = 7,
};

}  // namespace mbs
