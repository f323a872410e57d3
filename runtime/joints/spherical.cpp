#include "runtime/joints/spherical.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
}

JointMoves moves_in_space(const ir::Joint&) {
  return {{.kind = TreeMove::Kind::ball}};
}

}  // namespace

const JointKind spherical_joint{
    .kind = ir::JointKind::spherical,
    .name = "spherical",
    .coincides = true,
    .add_rows_in_space = add_rows,
    .moves_in_space = moves_in_space,
};

}  // namespace mbs
