#include "runtime/joints/constant_velocity.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
  const auto axis = [&](ir::FrameId frame, Axis of) { return frame_axis(m, frame, of); };
  ConstraintRow& row =
      rows.add(between_directions(m, joint, axis(joint.first, x_axis), axis(joint.second, y_axis)));
  row.terms[1] = {-1, structured(between_directions(m, joint, axis(joint.first, y_axis),
                                                    axis(joint.second, x_axis)),
                                 m.points)};
  row.term_count = 2;
}

}  // namespace

const JointKind constant_velocity_joint{
    .kind = ir::JointKind::constant_velocity,
    .name = "constant_velocity",
    .coincides = true,
    .add_rows_in_space = add_rows,
};

}  // namespace mbs
