#include "runtime/joints/kind.hpp"

#include <cmath>
#include <numbers>

namespace mbs {

ConstraintRow& RowMaker::add(const PairFunction& function) {
  ConstraintRow row;
  row.joint = joint_;
  row.component = component_++;
  row.terms[0] = {1, structured(function, model_.points)};
  if (function.turning()) row.period = 2 * std::numbers::pi;
  rows_.push_back(row);
  return rows_.back();
}

PairFunction between(FunctionKind kind, const Model& m, ir::FrameId first, ir::FrameId second) {
  PairFunction f;
  f.kind = kind;
  f.a = m.scenario->frames[first.index].body.index;
  f.b = m.scenario->frames[second.index].body.index;
  f.pa = m.frame_point[first.index];
  f.pb = m.frame_point[second.index];
  return f;
}

void add_pin(const Model& m, ir::FrameId first, ir::FrameId second, RowMaker& rows) {
  rows.add(between(FunctionKind::world_x, m, first, second));
  rows.add(between(FunctionKind::world_y, m, first, second));
}

PairFunction along_axis(const Model& m, ir::FrameId first, ir::FrameId second, double turn) {
  PairFunction f = between(FunctionKind::along, m, first, second);
  const double angle = m.scenario->frames[first.index].angle + turn;
  f.ux = turn == 0 && angle == 0 ? 1 : std::cos(angle);
  f.uy = std::sin(angle);
  return f;
}

PairFunction relative_angle(const Model& m, ir::FrameId first, ir::FrameId second) {
  PairFunction f = between(FunctionKind::angle, m, first, second);
  f.offset = m.scenario->frames[second.index].angle - m.scenario->frames[first.index].angle;
  return f;
}

const PairFunction* coordinate_of(const Model& m, int joint, int coordinate) {
  if (coordinate > 0 || m.layout.spatial()) {
    const auto& all = m.all_coordinates[joint];
    return coordinate < static_cast<int>(all.size()) ? &all[coordinate] : nullptr;
  }
  return m.coordinates[joint] ? &*m.coordinates[joint] : nullptr;
}

Vector3 frame_direction(const Model& m, ir::FrameId id, const ir::Vec3& direction) {
  const ir::Frame& frame = m.scenario->frames[id.index];
  return in_principal_axes(m, frame.body.index, frame.rotation * direction).normalized();
}

Vector3 frame_axis(const Model& m, ir::FrameId id, Axis axis) {
  const ir::Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return frame_direction(m, id, axes[axis]);
}

void hold_points(const Model& m, ir::FrameId first, ir::FrameId second, RowMaker& rows) {
  for (const int k : {0, 1, 2}) {
    PairFunction f = between(FunctionKind::space_world, m, first, second);
    f.axes = std::make_shared<SpatialAxes>(SpatialAxes{.axis = Vector3::Unit(k)});
    rows.add(f);
  }
}

PairFunction along_frame(const Model& m, ir::FrameId first, ir::FrameId second, Axis axis) {
  PairFunction f = between(FunctionKind::space_along, m, first, second);
  f.axes = std::make_shared<SpatialAxes>(SpatialAxes{.on_a = frame_axis(m, first, axis)});
  return f;
}

PairFunction between_directions(const Model& m, const ir::Joint& joint, const Vector3& on_a,
                                const Vector3& on_b) {
  PairFunction f = between(FunctionKind::space_dot, m, joint.first, joint.second);
  f.axes = std::make_shared<SpatialAxes>(SpatialAxes{.on_a = on_a, .on_b = on_b});
  return f;
}

void hold_axes(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  for (const Axis k : {x_axis, y_axis})
    rows.add(between_directions(m, joint, frame_axis(m, joint.first, k),
                                frame_axis(m, joint.second, z_axis)));
}

void hold_rotation(const Model& m, const ir::Joint& joint, RowMaker& rows) {
  constexpr Axis pairs[3][2] = {{x_axis, y_axis}, {y_axis, z_axis}, {z_axis, x_axis}};
  for (const auto& [of_first, of_second] : pairs)
    rows.add(between_directions(m, joint, frame_axis(m, joint.first, of_first),
                                frame_axis(m, joint.second, of_second)));
}

namespace {

// Its length, and the direction in which that grows: none at 0.
Eigen::Vector2d direction(const Eigen::Vector2d& v) {
  const double length = v.norm();
  return length > 0 ? Eigen::Vector2d(v / length) : Eigen::Vector2d(0, 0);
}

}  // namespace

Pressing press_ends(const PressedEnds& ends, double length, const Multipliers& p) {
  Pressing out;
  const Eigen::Vector2d half(p[ends.across[0]] / 2, p[ends.across[1]] / 2);
  Eigen::Vector2d couple(0, 0);
  for (int i = 0; i < 2 && length > 0; ++i) couple[i] = ends.sign[i] * p[ends.tilting[i]] / length;
  const Eigen::Vector2d one = half + couple, other = half - couple;
  out.FN = one.norm() + other.norm();
  const Eigen::Vector2d along_one = direction(one), along_other = direction(other);
  for (int i = 0; i < 2; ++i) {
    out.slopes[ends.across[i]] = (along_one[i] + along_other[i]) / 2;
    if (length > 0)
      out.slopes[ends.tilting[i]] = ends.sign[i] / length * (along_one[i] - along_other[i]);
  }
  return out;
}

PairFunction turn_about_z(const Model& m, ir::FrameId first, ir::FrameId second) {
  PairFunction f = between(FunctionKind::space_turn, m, first, second);
  f.axes = std::make_shared<SpatialAxes>(
      SpatialAxes{frame_axis(m, first, z_axis), SpatialAxes::Of::first,
                  frame_axis(m, first, x_axis), frame_axis(m, second, x_axis)});
  return f;
}

double start_of(const ir::Initial& initial) {
  return is_given(initial) ? initial.value : 0;
}

bool is_given(const ir::Initial& initial) {
  return initial.kind != ir::Initial::Kind::unset;
}

Eigen::Quaterniond turn_about(double angle, const ir::Vec3& axis) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, vector_of(axis).normalized()));
}

}  // namespace mbs
