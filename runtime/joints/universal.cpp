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

// Along u, which has no direction at 0.
Vector3 direction(const Vector3& u) {
  const double length = u.norm();
  return length > 0 ? Vector3(u / length) : Vector3::Zero();
}

// The force F in the middle and the moment M square to both pins press a pin at its ends, the
// length L apart: F1 + F2 is F across it, and F1 - F2 is 2 M/L along the other pin.
Pressing press_pin(const Model& m, const Bearing& bearing, const Placement& at,
                   const Multipliers& own) {
  const ir::Joint& joint = m.scenario->joints[bearing.joint];
  const PairFunction& f = bearing.first().coordinate;
  const Vector3 pins[] = {at.bodies[f.a].R * frame_direction(m, joint.first, joint.pin_1),
                          at.bodies[f.b].R * frame_direction(m, joint.second, joint.pin_2)};
  const Vector3 &pin = pins[bearing.pin], &other = pins[1 - bearing.pin];
  const Vector3 force(own[0], own[1], own[2]), half = (force - pin * pin.dot(force)) / 2;
  const Vector3 couple = own[3] / joint.friction->length * other;
  const Vector3 along = direction(half + couple), against = direction(half - couple);
  const Vector3 by_force = (along + against - pin * pin.dot(along + against)) / 2;
  return {
      (half + couple).norm() + (half - couple).norm(),
      {by_force[0], by_force[1], by_force[2], other.dot(along - against) / joint.friction->length}};
}

// Each pin in its own bearing.
std::vector<std::vector<Slide>> slides_in_space(const Model& m, const ir::Joint& joint) {
  std::vector<std::vector<Slide>> pins;
  for (const PairFunction& f : coordinates(m, joint)) pins.push_back({{f, joint.friction->radius}});
  return pins;
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
    .press_pin = press_pin,
    .slides_in_space = slides_in_space,
    .start_in_space = start_in_space,
    .moves_in_space = moves_in_space,
};

}  // namespace mbs
