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

}  // namespace

const JointKind revolute_joint{
    .kind = ir::JointKind::revolute,
    .name = "revolute",
    .coordinate = JointCoordinate::angle,
    .coincides = true,
    .tree_rows = 2,
    .add_rows = add_rows,
    .press = press,
};

}  // namespace mbs
