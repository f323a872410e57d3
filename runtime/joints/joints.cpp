// Constraint rows of joints, as sums of scalar functions, and what a joint's rows exert.
#include "runtime/joints/joints.hpp"

#include <cmath>

namespace mbs {

namespace {

Function between(FunctionKind kind, const Model& m, ir::FrameId first, ir::FrameId second) {
  Function f;
  f.kind = kind;
  f.a = m.scenario->frames[first.index].body.index;
  f.b = m.scenario->frames[second.index].body.index;
  f.pa = m.frame_point[first.index];
  f.pb = m.frame_point[second.index];
  return f;
}

// Along the first frame's x axis turned by `turn`.
Function along_axis(const Model& m, ir::FrameId first, ir::FrameId second, double turn) {
  Function f = between(FunctionKind::along, m, first, second);
  const double angle = m.scenario->frames[first.index].angle + turn;
  f.ux = turn == 0 && angle == 0 ? 1 : std::cos(angle);
  f.uy = std::sin(angle);
  return f;
}

Function relative_angle(const Model& m, ir::FrameId first, ir::FrameId second) {
  Function f = between(FunctionKind::angle, m, first, second);
  f.offset = m.scenario->frames[second.index].angle - m.scenario->frames[first.index].angle;
  return f;
}

struct RowMaker {
  const Model& model;
  int joint;
  std::vector<Row>& rows;
  int component = 0;

  Row& add(Function f) {
    Row row;
    row.joint = joint;
    row.component = component++;
    row.terms[0] = {1, structured(f, model.points)};
    rows.push_back(row);
    return rows.back();
  }
};

void add_gear(const Model& m, const ir::Joint& joint, RowMaker& make) {
  const auto& first = m.coordinates[joint.gear_first.index];
  const auto& second = m.coordinates[joint.gear_second.index];
  if (!first || !second) return;
  Row& row = make.add(*second);
  row.terms[1] = {-joint.ratio, *first};
  row.term_count = 2;
  row.assembled = true;
}

void add_rod(const Model& m, const ir::Joint& joint, RowMaker& make) {
  Function f = between(FunctionKind::distance, m, joint.first, joint.second);
  f.length = joint.length.value_or(1);
  make.add(f).assembled = !joint.length;
}

constexpr double right_angle = 1.57079632679489661923;

}  // namespace

std::optional<Function> joint_coordinate(const Model& m, int index) {
  const ir::Joint& joint = m.scenario->joints[index];
  switch (joint.kind) {
    case ir::JointKind::revolute:
      return structured(relative_angle(m, joint.first, joint.second), m.points);
    case ir::JointKind::prismatic:
    case ir::JointKind::slot:
      return structured(along_axis(m, joint.first, joint.second, 0), m.points);
    default:
      return std::nullopt;
  }
}

void add_joint_rows(const Model& m, int index, std::vector<Row>& rows) {
  const ir::Joint& joint = m.scenario->joints[index];
  RowMaker make{m, index, rows};
  const auto pin = [&] {
    make.add(between(FunctionKind::world_x, m, joint.first, joint.second));
    make.add(between(FunctionKind::world_y, m, joint.first, joint.second));
  };
  switch (joint.kind) {
    case ir::JointKind::revolute:
      pin();
      break;
    case ir::JointKind::weld:
      pin();
      make.add(relative_angle(m, joint.first, joint.second));
      break;
    case ir::JointKind::prismatic:
      make.add(along_axis(m, joint.first, joint.second, right_angle));
      make.add(relative_angle(m, joint.first, joint.second));
      break;
    case ir::JointKind::slot:
      make.add(along_axis(m, joint.first, joint.second, right_angle));
      break;
    case ir::JointKind::rod:
      add_rod(m, joint, make);
      break;
    case ir::JointKind::gear:
      add_gear(m, joint, make);
      break;
  }
}

void add_pin_rows(const Model& m, ir::FrameId first, ir::FrameId second, std::vector<Row>& rows) {
  RowMaker make{m, -1, rows};
  make.add(between(FunctionKind::world_x, m, first, second));
  make.add(between(FunctionKind::world_y, m, first, second));
}

Function frame_angle(const Model& m, ir::FrameId first, ir::FrameId second) {
  return structured(relative_angle(m, first, second), m.points);
}

double row_value(const Row& row, const Placement& at) {
  double sum = row.constant;
  for (int i = 0; i < row.term_count; ++i)
    sum += row.terms[i].factor * value(row.terms[i].function, at);
  return sum;
}

double row_rate(const Row& row, const Placement& at) {
  double sum = 0;
  for (int i = 0; i < row.term_count; ++i)
    sum += row.terms[i].factor * rate(row.terms[i].function, at);
  return sum;
}

double row_acceleration_bias(const Row& row, const Placement& at) {
  double sum = 0;
  LocalHessian h;
  for (int k = 0; k < row.term_count; ++k) {
    const Function& f = row.terms[k].function;
    const Pose &a = at.poses[f.a], &b = at.poses[f.b];
    const Local v = {a.vx, a.vy, a.spin, b.vx, b.vy, b.spin};
    hessian(f, at, h);
    f.for_each_curved([&](int i, int j) { sum += row.terms[k].factor * v[i] * h[i][j] * v[j]; });
  }
  return sum;
}

void fill_row(const Row& row, const Placement& at, double* g) {
  Local local;
  for (int k = 0; k < row.term_count; ++k) {
    const Term& term = row.terms[k];
    gradient(term.function, at, local);
    term.function.for_each_used([&](int i) { *g++ = term.factor * local[i]; });
  }
}

void fill_constraint_jacobian(const Model& m, const Placement& at, double* g) {
  for (const Row& row : m.rows) fill_row(row, at, g + row.first_entry);
}

void add_entries(Model& m) {
  m.entries.clear();
  for (Row& row : m.rows) {
    row.first_entry = static_cast<int>(m.entries.size());
    for (int k = 0; k < row.term_count; ++k)
      for (int i = 0; i < 6; ++i)
        if (row.terms[k].function.uses(i))
          m.entries.push_back({row.terms[k].function.column(i), static_cast<std::int8_t>(k),
                               static_cast<std::int8_t>(i)});
    row.entry_count = static_cast<int>(m.entries.size()) - row.first_entry;
  }
}

}  // namespace mbs
