#include "runtime/joints/rod.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  const auto kind = m.layout.spatial() ? FunctionKind::space_distance : FunctionKind::distance;
  PairFunction f = between(kind, m, joint.first, joint.second);
  f.length = joint.length.value_or(joint.activity.at_start ? 1 : m.size);
  rows.add(f).assembled = !joint.length;
}

JointStart start_in_space(const ir::Joint& joint) {
  return {
      .shift = {joint.length.value_or(0), 0, 0}, .known = is_given(joint.coordinate), .free = true};
}

}  // namespace

const JointKind rod_joint{
    .kind = ir::JointKind::rod,
    .name = "rod",
    .keeps_distance = true,
    .add_rows = add_rows,
    .add_rows_in_space = add_rows,
    .start_in_space = start_in_space,
};

}  // namespace mbs
