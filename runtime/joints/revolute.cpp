#include "runtime/joints/revolute.hpp"

#include <cmath>

namespace mbs {

namespace {

// All of the reaction, whatever its direction.
Pressing press(const ir::JointFriction&, const std::array<double, 2>& force) {
  const double FN = std::hypot(force[0], force[1]);
  return FN > 0 ? Pressing{FN, {force[0] / FN, force[1] / FN}} : Pressing{};
}

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  add_pin(m, joint.first, joint.second, rows);
}

void add_rows_in_space(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
  hold_axes(m, joint, rows);
}

std::vector<PairFunction> coordinates_in_space(const Model& m, const ir::Joint& joint) {
  return {turn_about_z(m, joint.first, joint.second)};
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
    .alike = 1u << z_axis,
};

}  // namespace mbs
