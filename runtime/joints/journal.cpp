#include "runtime/joints/journal.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  if (!joint.slides) rows.add(along_frame(m, joint.first, joint.second, z_axis));
}

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  return {turn_about_z(m, joint.second, joint.first),
          along_frame(m, joint.second, joint.first, z_axis)};
}

}  // namespace

const JointKind journal_joint{
    .kind = ir::JointKind::journal,
    .name = "journal",
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
};

}  // namespace mbs
