#include "runtime/elements/driven_rotation.hpp"

#include <cmath>

#include "runtime/joints/kind.hpp"

namespace mbs {

namespace {

constexpr int pairs[3][2] = {{0, 1}, {1, 2}, {2, 0}};

// The axes of the first end, in those of its body.
Matrix3 axes_of_first(const Model& m, const ir::Drive& drive) {
  if (!drive.joint.valid()) return Matrix3::Identity();
  const ir::FrameId first = m.scenario->joints[drive.joint.index].first;
  Matrix3 axes;
  for (const Axis k : {x_axis, y_axis, z_axis}) axes.col(k) = frame_axis(m, first, k);
  return axes;
}

PairFunction ends_of(const Model& m, const ir::Drive& drive) {
  if (drive.joint.valid()) {
    const ir::Joint& joint = m.scenario->joints[drive.joint.index];
    return between(FunctionKind::space_dot, m, joint.first, joint.second);
  }
  PairFunction f;
  f.kind = FunctionKind::space_dot;
  f.b = drive.body.index;
  f.pa = m.origin_point[0];
  f.pb = m.origin_point[f.b];
  return f;
}

Vector3 axis_of_second(const Model& m, const ir::Drive& drive, int k) {
  if (drive.joint.valid())
    return frame_axis(m, m.scenario->joints[drive.joint.index].second, static_cast<Axis>(k));
  const Vector3 unit = Vector3::Unit(k);
  return in_principal_axes(m, drive.body.index, {unit[0], unit[1], unit[2]});
}

Eigen::Quaterniond part(const std::vector<double>& outputs, int order) {
  const double* q = outputs.data() + 4 * order;
  return {q[0], q[1], q[2], q[3]};
}

// The axis of a row that is led, and its rates, in the axes of A's body.
Vector3 led_axis(const ConstraintRow& row, const Workspace::Impl& w, int order) {
  const PairFunction& f = row.terms[0].function;
  const LedRotation& led = w.led[f.led];
  const Vector3 q = w.at.led[f.led] * f.axes->on_a;
  if (order == 1) return led.spin.cross(q);
  return led.spin_rate.cross(q) + led.spin.cross(led.spin.cross(q));
}

}  // namespace

std::vector<PairFunction> rows_of_driven_rotation(const Model& m, int index) {
  const ir::Drive& drive = m.scenario->drives[index];
  std::vector<PairFunction> rows;
  for (const auto& [i, j] : pairs) {
    PairFunction f = ends_of(m, drive);
    f.led = index;
    f.axes = std::make_shared<SpatialAxes>(
        SpatialAxes{.on_a = Vector3::Unit(i), .on_b = axis_of_second(m, drive, j)});
    rows.push_back(structured(f, m.points));
  }
  return rows;
}

// A unit quaternion has the spin 2 q' q*, and 2 (q'' q*) has its rate as vector part.
void lead_rotation(const Model& m, int index, bool second, Workspace::Impl& w) {
  const std::vector<double>& outputs = w.drives[index].outputs;
  const Eigen::Quaterniond q = part(outputs, 0);
  const Matrix3 first = axes_of_first(m, m.scenario->drives[index]);
  const double square = q.squaredNorm();
  const auto vector_part = [&](int order) -> Vector3 {
    return 2 / square * (first * (part(outputs, order) * q.conjugate()).vec());
  };
  w.at.led[index] = first * rotation_matrix(outputs.data());
  w.led[index].spin = vector_part(1);
  if (second) w.led[index].spin_rate = vector_part(2);
}

double led_rate(const ConstraintRow& row, const Workspace::Impl& w, int order) {
  const PairFunction& f = row.terms[0].function;
  const SpatialPose &a = w.at.bodies[f.a], &b = w.at.bodies[f.b];
  const Vector3 axis = b.R * f.axes->on_b, turning = a.R * led_axis(row, w, 1);
  if (order == 0) return 0;
  if (order == 1) return -turning.dot(axis);
  const Vector3 turned = a.spin().cross(turning), followed = b.spin().cross(axis);
  return -(2 * (turned.dot(axis) + turning.dot(followed)) + (a.R * led_axis(row, w, 2)).dot(axis));
}

Local led_rate_by_place(const ConstraintRow& row, const Workspace::Impl& w) {
  const PairFunction& f = row.terms[0].function;
  const SpatialPose &a = w.at.bodies[f.a], &b = w.at.bodies[f.b];
  const Vector3 on_a = led_axis(row, w, 1), &on_b = f.axes->on_b;
  const Vector3 by_a = on_a.cross(a.R.transpose() * (b.R * on_b));
  const Vector3 by_b = on_b.cross(b.R.transpose() * (a.R * on_a));
  Local out{};
  for (int k = 0; k < 3; ++k) {
    out[3 + k] = by_a[k];
    out[9 + k] = by_b[k];
  }
  return out;
}

double led_error(const Model& m, int drive, const Placement& at) {
  const ir::Drive& d = m.scenario->drives[drive];
  const PairFunction f = ends_of(m, d);
  Matrix3 second;
  for (int k = 0; k < 3; ++k) second.col(k) = axis_of_second(m, d, k);
  const Matrix3 turn = (at.bodies[f.a].R * at.led[drive]).transpose() * at.bodies[f.b].R * second;
  return std::abs(Eigen::AngleAxisd(turn).angle());
}

double led_spin(const ConstraintRow& row, const Workspace::Impl& w) {
  return w.led[row.terms[0].function.led].spin.norm();
}

}  // namespace mbs
