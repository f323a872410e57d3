#include "runtime/joints/prismatic.hpp"

#include <cmath>
#include <numbers>

namespace mbs {

namespace {

// The force N across the guide. On a shoe of some length the torque M presses as well: its ends
// carry N/2 + M/L and N/2 - M/L, and |N1| + |N2| is the larger of |N| and 2 |M|/L.
Pressing press(const ir::JointFriction& friction, const Multipliers& multipliers) {
  const double across = std::abs(multipliers[0]);
  const double tilting = friction.length > 0 ? 2 * std::abs(multipliers[1]) / friction.length : 0;
  if (tilting > across) return {tilting, {0, std::copysign(2 / friction.length, multipliers[1])}};
  return across > 0 ? Pressing{across, {std::copysign(1.0, multipliers[0]), 0}} : Pressing{};
}

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_axis(m, joint.first, joint.second, std::numbers::pi / 2));
  rows.add(relative_angle(m, joint.first, joint.second));
}

void add_rows_in_space(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_frame(m, joint.first, joint.second, y_axis));
  rows.add(along_frame(m, joint.first, joint.second, z_axis));
  hold_rotation(m, joint, rows);
}

// Forces y and z at the ends of the shoe, L apart along x, balance the torques about z and y.
Pressing press_in_space(const ir::JointFriction& friction, const Multipliers& multipliers) {
  return press_ends({.across = {0, 1}, .tilting = {2, 4}, .sign = {-1, 1}}, friction.length,
                    multipliers);
}

std::vector<PairFunction> coordinates_in_space(const Model& m, const ir::Joint& joint) {
  return {along_frame(m, joint.first, joint.second, x_axis)};
}

JointMoves moves_in_space(const ir::Joint&) {
  return {{.kind = TreeMove::Kind::slide, .axis = {1, 0, 0}}};
}

JointStart start_in_space(const ir::Joint& joint) {
  return {.shift = {start_of(joint.coordinate), 0, 0}, .known = is_given(joint.coordinate)};
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
    .press = press,
    .add_rows_in_space = add_rows_in_space,
    .coordinates_in_space = coordinates_in_space,
    .press_in_space = press_in_space,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
    .alike = 7,
};

}  // namespace mbs
