#include "runtime/joints/slot.hpp"

#include <numbers>

namespace mbs {

namespace {

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
};

}  // namespace mbs
