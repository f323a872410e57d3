#include "runtime/joints/slot.hpp"

#include <cmath>
#include <numbers>

namespace mbs {

namespace {

Pressing press(const ir::JointFriction&, const std::array<double, 2>& multipliers) {
  const double across = multipliers[0];
  return across == 0 ? Pressing{} : Pressing{std::abs(across), {std::copysign(1.0, across), 0}};
}

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_axis(m, joint.first, joint.second, std::numbers::pi / 2));
}

}  // namespace

const JointKind slot_joint{
    .kind = ir::JointKind::slot,
    .name = "slot",
    .coordinate = JointCoordinate::travel,
    .shifts = true,
    .add_rows = add_rows,
    .press = press,
};

}  // namespace mbs
