#include "runtime/joints/constant_velocity.hpp"

namespace mbs {

namespace {

SpatialAxes::Frame axes_of(const Model& m, ir::FrameId frame) {
  Matrix3 axes;
  for (const Axis k : {x_axis, y_axis, z_axis}) axes.col(k) = frame_axis(m, frame, k);
  return SpatialAxes::Frame(axes);
}

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
  PairFunction f = between(FunctionKind::space_twist, m, joint.first, joint.second);
  f.axes = std::make_shared<SpatialAxes>(
      SpatialAxes{.frame_a = axes_of(m, joint.first), .frame_b = axes_of(m, joint.second)});
  rows.add(f);
}

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  PairFunction bend = between(FunctionKind::space_turn, m, joint.first, joint.second);
  bend.axes = std::make_shared<SpatialAxes>(SpatialAxes{.axis = Vector3::Zero(),
                                                        .on_a = frame_axis(m, joint.first, z_axis),
                                                        .on_b = frame_axis(m, joint.second, z_axis),
                                                        .frame_a = axes_of(m, joint.first),
                                                        .frame_b = axes_of(m, joint.second)});
  return {bend};
}

// Which way it bends is up to the rotations of its bodies; else about the x axis of A.
JointStart start_in_space(const ir::Joint& joint) {
  return {.turn = turn_about(start_of(joint.coordinate), {1, 0, 0}), .free = true};
}

}  // namespace

const JointKind constant_velocity_joint{
    .kind = ir::JointKind::constant_velocity,
    .name = "constant_velocity",
    .coincides = true,
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .start_in_space = start_in_space,
};

}  // namespace mbs
