#include "runtime/joints/spherical.hpp"

namespace mbs {

namespace {

void add_rows(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  hold_points(m, joint.first, joint.second, rows);
}

// All of the reaction, whatever its direction.
Pressing press_in_space(const ir::JointFriction&, const Multipliers& force) {
  const double FN = Vector3(force[0], force[1], force[2]).norm();
  return FN > 0 ? Pressing{FN, {force[0] / FN, force[1] / FN, force[2] / FN}} : Pressing{};
}

// About all axes of the world at once.
std::vector<std::vector<Slide>> slides_in_space(const Model& m, const ir::Joint& joint) {
  std::vector<Slide> turns;
  for (const int k : {0, 1, 2}) {
    PairFunction f = between(FunctionKind::space_spin, m, joint.first, joint.second);
    f.axes = std::make_shared<SpatialAxes>(SpatialAxes{.axis = Vector3::Unit(k)});
    turns.push_back({f, joint.friction->radius});
  }
  return {turns};
}

JointMoves moves_in_space(const ir::Joint&) {
  return {{.kind = TreeMove::Kind::ball}};
}

}  // namespace

const JointKind spherical_joint{
    .kind = ir::JointKind::spherical,
    .name = "spherical",
    .coincides = true,
    .add_rows_in_space = add_rows,
    .press_in_space = press_in_space,
    .slides_in_space = slides_in_space,
    .moves_in_space = moves_in_space,
};

}  // namespace mbs
