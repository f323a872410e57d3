#include "runtime/joints/gear.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  const auto& first = m.coordinates[joint.gear_first.index];
  const auto& second = m.coordinates[joint.gear_second.index];
  if (!first || !second) return;
  ConstraintRow& row = rows.add(*second);
  row.terms[1] = {-joint.ratio, *first};
  row.term_count = 2;
  row.assembled = true;
}

}  // namespace

const JointKind gear_joint{
    .kind = ir::JointKind::gear,
    .name = "gear",
    .connects = false,
    .add_rows = add_rows,
};

}  // namespace mbs
