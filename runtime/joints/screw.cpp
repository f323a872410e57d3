#include "runtime/joints/screw.hpp"

#include <numbers>

#include "runtime/joints/cylindrical.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  cylindrical_joint.add_rows_in_space(m, joint, rows);
  ConstraintRow& row = rows.add(along_frame(m, joint.first, joint.second, z_axis));
  const auto index = static_cast<int>(&joint - m.scenario->joints.data());
  const PairFunction* turn = coordinate_of(m, index, 0);  // counts its turns
  row.terms[1] = {-joint.lead / (2 * std::numbers::pi), *turn};
  row.term_count = 2;
}

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  return cylindrical_joint.coordinates_in_space(m, joint);
}

JointMoves moves_in_space(const ir::Joint& joint) {
  return {{.kind = TreeMove::Kind::screw, .pitch = joint.lead / (2 * std::numbers::pi)}};
}

JointStart start_in_space(const ir::Joint& joint) {
  const double angle = start_of(joint.coordinate);
  return {.shift = {0, 0, joint.lead * angle / (2 * std::numbers::pi)},
          .turn = turn_about(angle, {0, 0, 1}),
          .known = is_given(joint.coordinate)};
}

}  // namespace

const JointKind screw_joint{
    .kind = ir::JointKind::screw,
    .name = "screw",
    .screws = true,
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
    .alike = 1u << z_axis,
};

}  // namespace mbs
