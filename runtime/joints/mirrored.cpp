#include "runtime/joints/mirrored.hpp"

#include "runtime/joints/kinds.hpp"

namespace mbs {

namespace {

// The cosine between an axis of one end and that of the other.
double between_axes(const Model& m, const Placement& at, const ir::Joint& joint, Axis axis) {
  const auto world = [&](ir::FrameId frame) -> Vector3 {
    const int body = m.scenario->frames[frame.index].body.index;
    return at.bodies[body].R * frame_axis(m, frame, axis);
  };
  return world(joint.first).dot(world(joint.second));
}

// There the row of a joint of constant velocity has no gradient: 2 q_z is at its extreme.
bool is_half_a_turn_off(const Model& m, const Placement& at, const ir::Joint& joint) {
  if (joint.kind != ir::JointKind::constant_velocity) return false;
  return between_axes(m, at, joint, x_axis) + between_axes(m, at, joint, y_axis) < -1e-3;
}

}  // namespace

bool is_mirrored(const Model& m, const Placement& at, const ir::Joint& joint) {
  if (!at.spatial()) return false;
  if (is_half_a_turn_off(m, at, joint)) return true;
  for (const Axis axis : {x_axis, y_axis, z_axis})
    if ((kind_of(joint).alike >> axis & 1) && between_axes(m, at, joint, axis) < 0.5) return true;
  return false;
}

}  // namespace mbs
