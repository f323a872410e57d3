#include "runtime/joints/spherical.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
}

}  // namespace

const JointKind spherical_joint{
    .kind = ir::JointKind::spherical,
    .name = "spherical",
    .coincides = true,
    .add_rows_in_space = add_rows,
};

}  // namespace mbs
