#include "runtime/joints/planar.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_frame(m, joint.first, joint.second, z_axis));
  hold_axes(m, joint, rows);
}

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  return {along_frame(m, joint.first, joint.second, x_axis),
          along_frame(m, joint.first, joint.second, y_axis),
          turn_about_z(m, joint.first, joint.second)};
}

JointMoves moves_in_space(const ir::Joint&) {
  return {{.kind = TreeMove::Kind::slide, .axis = {1, 0, 0}},
          {.kind = TreeMove::Kind::slide, .axis = {0, 1, 0}, .coordinate = 1},
          {.kind = TreeMove::Kind::turn, .coordinate = 2}};
}

}  // namespace

const JointKind planar_joint{
    .kind = ir::JointKind::planar,
    .name = "planar",
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .moves_in_space = moves_in_space,
    .alike = 1u << z_axis,
};

}  // namespace mbs
