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

JointStart start_in_space(const ir::Joint& joint) {
  return {.shift = {start_of(joint.coordinate), start_of(joint.more[0].value), 0},
          .turn = turn_about(start_of(joint.more[1].value), {0, 0, 1}),
          .known = is_given(joint.coordinate)};
}

}  // namespace

const JointKind planar_joint{
    .kind = ir::JointKind::planar,
    .name = "planar",
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
    .alike = 1u << z_axis,
};

}  // namespace mbs
