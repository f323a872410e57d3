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

JointStart start_in_space(const ir::Joint& joint) {
  const bool known = is_given(joint.coordinate);
  return {
      .turn = turn_about(-start_of(joint.coordinate), {0, 0, 1}), .known = known, .free = !known};
}

}  // namespace

const JointKind journal_joint{
    .kind = ir::JointKind::journal,
    .name = "journal",
    .has_play = true,
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .start_in_space = start_in_space,
};

}  // namespace mbs
