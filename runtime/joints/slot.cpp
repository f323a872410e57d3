#include "runtime/joints/slot.hpp"

#include <cmath>
#include <numbers>

namespace mbs {

namespace {

Pressing press(const ir::JointFriction&, const Multipliers& multipliers) {
  const double across = multipliers[0];
  return across == 0 ? Pressing{} : Pressing{std::abs(across), {std::copysign(1.0, across), 0}};
}

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_axis(m, joint.first, joint.second, std::numbers::pi / 2));
}

void add_rows_in_space(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_frame(m, joint.first, joint.second, y_axis));
  rows.add(along_frame(m, joint.first, joint.second, z_axis));
}

Pressing press_in_space(const ir::JointFriction&, const Multipliers& multipliers) {
  return press_ends({.across = {0, 1}, .tilting = {0, 1}}, 0, multipliers);
}

std::vector<PairFunction> coordinates_in_space(const Model& m, const ir::Joint& joint) {
  return {along_frame(m, joint.first, joint.second, x_axis)};
}

JointStart start_in_space(const ir::Joint& joint) {
  return {.shift = {start_of(joint.coordinate), 0, 0},
          .known = is_given(joint.coordinate),
          .free = true};
}

}  // namespace

const JointKind slot_joint{
    .kind = ir::JointKind::slot,
    .name = "slot",
    .coordinate = JointCoordinate::travel,
    .shifts = true,
    .add_rows = add_rows,
    .press = press,
    .add_rows_in_space = add_rows_in_space,
    .coordinates_in_space = coordinates_in_space,
    .press_in_space = press_in_space,
    .start_in_space = start_in_space,
};

}  // namespace mbs
