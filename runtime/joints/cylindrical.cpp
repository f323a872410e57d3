#include "runtime/joints/cylindrical.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  rows.add(along_frame(m, joint.first, joint.second, x_axis));
  rows.add(along_frame(m, joint.first, joint.second, y_axis));
  hold_axes(m, joint, rows);
}

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  return {turn_about_z(m, joint.first, joint.second),
          along_frame(m, joint.first, joint.second, z_axis)};
}

// As a bearing, whose collars are gone.
Pressing press_in_space(const ir::JointFriction& friction, const Multipliers& multipliers) {
  return press_ends({.across = {0, 1}, .tilting = {2, 3}}, friction.length, multipliers);
}

// The same surfaces, around and along.
std::vector<std::vector<Slide>> slides_in_space(const Model& m, const ir::Joint& joint) {
  return {{{turn_about_z(m, joint.first, joint.second), joint.friction->radius},
           {along_frame(m, joint.first, joint.second, z_axis), 1}}};
}

JointMoves moves_in_space(const ir::Joint&) {
  return {{.kind = TreeMove::Kind::turn}, {.kind = TreeMove::Kind::slide, .coordinate = 1}};
}

JointStart start_in_space(const ir::Joint& joint) {
  return {.shift = {0, 0, start_of(joint.more[0].value)},
          .turn = turn_about(start_of(joint.coordinate), {0, 0, 1}),
          .known = is_given(joint.coordinate)};
}

}  // namespace

const JointKind cylindrical_joint{
    .kind = ir::JointKind::cylindrical,
    .name = "cylindrical",
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .press_in_space = press_in_space,
    .slides_in_space = slides_in_space,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
    .alike = 1u << z_axis,
};

}  // namespace mbs
