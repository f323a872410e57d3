#include "runtime/joints/universal.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
  rows.add(between_directions(m, joint, frame_direction(m, joint.first, joint.pin_1),
                              frame_direction(m, joint.second, joint.pin_2)));
}

std::vector<PairFunction> coordinates(const Model& m, const ir::Joint& joint) {
  const Vector3 pin_1 = frame_direction(m, joint.first, joint.pin_1),
                pin_2 = frame_direction(m, joint.second, joint.pin_2);
  PairFunction first =
      between_directions(m, joint, frame_direction(m, joint.first, joint.pin_2), pin_2);
  PairFunction second =
      between_directions(m, joint, pin_1, frame_direction(m, joint.second, joint.pin_1));
  first.kind = second.kind = FunctionKind::space_turn;
  first.axes = std::make_shared<SpatialAxes>(
      SpatialAxes{pin_1, SpatialAxes::Of::first, first.axes->on_a, first.axes->on_b});
  second.axes = std::make_shared<SpatialAxes>(
      SpatialAxes{pin_2, SpatialAxes::Of::second, second.axes->on_a, second.axes->on_b});
  return {first, second};
}

// The cross between both ends.
JointMoves moves_in_space(const ir::Joint& joint) {
  return {{.kind = TreeMove::Kind::turn, .axis = joint.pin_1},
          {.kind = TreeMove::Kind::turn, .axis = joint.pin_2, .coordinate = 1}};
}

JointStart start_in_space(const ir::Joint& joint) {
  const bool known = is_given(joint.coordinate);
  return {.turn = turn_about(start_of(joint.coordinate), joint.pin_1) *
                  turn_about(start_of(joint.more[0].value), joint.pin_2),
          .known = known,
          .free = !known};
}

}  // namespace

const JointKind universal_joint{
    .kind = ir::JointKind::universal,
    .name = "universal",
    .coincides = true,
    .add_rows_in_space = add_rows,
    .coordinates_in_space = coordinates,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
};

}  // namespace mbs
