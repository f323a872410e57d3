#include "runtime/joints/rod.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  PairFunction f = between(FunctionKind::distance, m, joint.first, joint.second);
  f.length = joint.length.value_or(joint.activity.at_start ? 1 : m.size);
  rows.add(f).assembled = !joint.length;
}

}  // namespace

const JointKind rod_joint{
    .kind = ir::JointKind::rod,
    .name = "rod",
    .keeps_distance = true,
    .add_rows = add_rows,
};

}  // namespace mbs
