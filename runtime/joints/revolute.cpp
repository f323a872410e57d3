#include "runtime/joints/revolute.hpp"

#include <cmath>

namespace mbs {

namespace {

// All of the reaction, whatever its direction.
Pressing press(const ir::JointFriction&, const Multipliers& force) {
  const double FN = std::hypot(force[0], force[1]);
  return FN > 0 ? Pressing{FN, {force[0] / FN, force[1] / FN}} : Pressing{};
}

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  add_pin(m, joint.first, joint.second, rows);
}

// With friction in the axes of A, so that multipliers tell what presses the shaft from what pushes
// it along.
void add_rows_in_space(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  if (joint.friction)
    for (const Axis axis : {x_axis, y_axis, z_axis})
      rows.add(along_frame(m, joint.first, joint.second, axis));
  else
    hold_points(m, joint.first, joint.second, rows);
  hold_axes(m, joint, rows);
}

// Across the axis; of a bearing with a length what its two ends carry.
Pressing press_in_space(const ir::JointFriction& friction, const Multipliers& multipliers) {
  return press_ends({.across = {0, 1}, .tilting = {3, 4}}, friction.length, multipliers);
}

std::vector<PairFunction> coordinates_in_space(const Model& m, const ir::Joint& joint) {
  return {turn_about_z(m, joint.first, joint.second)};
}

JointMoves moves_in_space(const ir::Joint&) {
  return {{.kind = TreeMove::Kind::turn}};
}

JointStart start_in_space(const ir::Joint& joint) {
  return {.turn = turn_about(start_of(joint.coordinate), {0, 0, 1}),
          .known = is_given(joint.coordinate)};
}

}  // namespace

const JointKind revolute_joint{
    .kind = ir::JointKind::revolute,
    .name = "revolute",
    .coordinate = JointCoordinate::angle,
    .coincides = true,
    .tree_rows = 2,
    .add_rows = add_rows,
    .press = press,
    .add_rows_in_space = add_rows_in_space,
    .coordinates_in_space = coordinates_in_space,
    .press_in_space = press_in_space,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
    .alike = 1u << z_axis,
};

}  // namespace mbs
