// Constraint rows as sums of scalar functions.
#include "runtime/joints/joints.hpp"

#include <cmath>
#include <optional>

#include "runtime/joints/kinds.hpp"
#include "runtime/model/spatial_function.hpp"

namespace mbs {

std::vector<PairFunction> joint_coordinates(const Model& m, int index) {
  const ir::Joint& joint = m.scenario->joints[index];
  const JointKind& kind = kind_of(joint);
  if (!m.layout.spatial() || !kind.coordinates_in_space) return {};
  std::vector<PairFunction> all = kind.coordinates_in_space(m, joint);
  for (PairFunction& f : all) f = structured(f, m.points);
  return all;
}

std::optional<PairFunction> joint_coordinate(const Model& m, int index) {
  const ir::Joint& joint = m.scenario->joints[index];
  if (m.layout.spatial()) {
    const auto& all = m.all_coordinates[index];
    return all.empty() ? std::nullopt : std::make_optional(all.front());
  }
  switch (kind_of(joint).coordinate) {
    case JointCoordinate::angle:
      return structured(relative_angle(m, joint.first, joint.second), m.points);
    case JointCoordinate::travel:
      return structured(along_axis(m, joint.first, joint.second, 0), m.points);
    default:
      return std::nullopt;
  }
}

void add_joint_rows(const Model& m, int index, std::vector<ConstraintRow>& rows) {
  const ir::Joint& joint = m.scenario->joints[index];
  const std::size_t before = rows.size();
  RowMaker maker(m, index, rows);
  const JointKind& kind = kind_of(joint);
  const auto add_rows = m.layout.spatial() ? kind.add_rows_in_space : kind.add_rows;
  if (add_rows) add_rows(m, joint, maker);
  for (std::size_t k = before; k < rows.size(); ++k) {
    rows[k].switched = joint.activity.varies;
    rows[k].takes |= rows[k].assembled;
  }
}

void add_pin_rows(const Model& m, ir::FrameId first, ir::FrameId second,
                  std::vector<ConstraintRow>& rows) {
  RowMaker maker(m, -1, rows);
  if (m.layout.spatial()) return hold_points(m, first, second, maker);
  add_pin(m, first, second, maker);
}

void add_ideal_rows(const Model& m, int joint, std::vector<ConstraintRow>& rows) {
  const ir::Joint& of = m.scenario->joints[joint];
  RowMaker maker(m, joint, rows);
  if (of.kind == ir::JointKind::guide) {
    const JointKind& ideal = joint_kind(ir::JointKind::prismatic);
    return (m.layout.spatial() ? ideal.add_rows_in_space : ideal.add_rows)(m, of, maker);
  }
  for (const Axis axis : {x_axis, y_axis, z_axis})
    if (axis != z_axis || !of.slides) maker.add(along_frame(m, of.first, of.second, axis));
  hold_axes(m, of, maker);
}

PairFunction frame_angle(const Model& m, ir::FrameId first, ir::FrameId second) {
  return structured(relative_angle(m, first, second), m.points);
}

double row_value(const ConstraintRow& row, const Placement& at) {
  double sum = row.constant;
  for (int i = 0; i < row.term_count; ++i)
    sum += row.terms[i].factor * value(row.terms[i].function, at);
  return sum;
}

double wrapped(const ConstraintRow& row, double error) {
  return row.period > 0 ? std::remainder(error, row.period) : error;
}

double row_rate(const ConstraintRow& row, const Placement& at) {
  double sum = 0;
  for (int i = 0; i < row.term_count; ++i)
    sum += row.terms[i].factor * rate(row.terms[i].function, at);
  return sum;
}

double acceleration_bias(const PairFunction& f, const Placement& at) {
  if (f.spatial())
    if (const auto bent = spatial::bent_rate(f, at)) return *bent;
  const Local v = local_velocity(f, at);
  LocalHessian h;
  hessian(f, at, h);
  double sum = 0;
  f.for_each_curved([&](int i, int j) { sum += v[i] * h[i][j] * v[j]; });
  return sum;
}

double row_acceleration_bias(const ConstraintRow& row, const Placement& at) {
  double sum = 0;
  for (int k = 0; k < row.term_count; ++k)
    sum += row.terms[k].factor * acceleration_bias(row.terms[k].function, at);
  return sum;
}

void fill_row(const ConstraintRow& row, const Placement& at, double* g) {
  Local local;
  for (int k = 0; k < row.term_count; ++k) {
    const RowTerm& term = row.terms[k];
    gradient(term.function, at, local);
    term.function.for_each_used([&](int i) { *g++ = term.factor * local[i]; });
  }
}

void fill_constraint_jacobian(const Model& m, const Placement& at, double* g) {
  for (const ConstraintRow& row : m.rows) fill_row(row, at, g + row.first_entry);
}

void add_entries(Model& m) {
  m.entries.clear();
  for (ConstraintRow& row : m.rows) {
    row.first_entry = static_cast<int>(m.entries.size());
    for (int k = 0; k < row.term_count; ++k)
      for (int i = 0; i < row.terms[k].function.locals(); ++i)
        if (row.terms[k].function.uses(i))
          m.entries.push_back({row.terms[k].function.column(i), static_cast<std::int8_t>(k),
                               static_cast<std::int8_t>(i)});
    row.entry_count = static_cast<int>(m.entries.size()) - row.first_entry;
  }
}

}  // namespace mbs
