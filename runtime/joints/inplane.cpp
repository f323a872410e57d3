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

}  // namespace

const JointKind inplane_joint{
    .kind = ir::JointKind::inplane,
    .name = "inplane",
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
};

}  // namespace mbs
