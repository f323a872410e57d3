#include "runtime/joints/inplane.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_frame(m, joint.first, joint.second, z_axis));
}

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  return {along_frame(m, joint.first, joint.second, x_axis),
          along_frame(m, joint.first, joint.second, y_axis)};
}

JointStart start_in_space(const ir::Joint& joint) {
  return {.shift = {start_of(joint.coordinate), start_of(joint.more[0].value), 0},
          .known = is_given(joint.coordinate),
          .free = true};
}

}  // namespace

const JointKind inplane_joint{
    .kind = ir::JointKind::inplane,
    .name = "inplane",
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .start_in_space = start_in_space,
};

}  // namespace mbs
