#include "runtime/equations/forced_sliding.hpp"

#include <cmath>

#include "runtime/elements/drives.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

namespace {

constexpr double immovable = 1e-10;  // of what the joint's own bodies would give if they were free
constexpr double nothing = 1e-9;     // of the terms that a rate is the sum of: rounding

double free_mobility(const HoldRow& row, const std::vector<double>& masses) {
  double sum = 0;
  for (int k = 0; k < row.count; ++k)
    if (const double mass = masses[row.columns[k]]; mass > 0)
      sum += row.values[k] * row.values[k] / mass;
  return sum;
}

// What a unit of force along the row makes of its own rate.
double mobility(const Model& m, const HoldRow& row, KktScratch& s) {
  s.x.assign(m.layout.motions, 0.0);
  s.p.assign(m.layout.constraints, 0.0);
  for (int k = 0; k < row.count; ++k) s.x[row.columns[k]] += row.values[k];
  return s.blows.solve(s.x, s.p) ? along(row, s.x.data()) : 0;
}

// Accelerations that fulfil the constraints, into s.x.
bool constrained_accelerations(const Model& m, const Instant& now, KktScratch& s, Workspace& w) {
  if (!evaluate_drives(m, now.t, now.mode, DriveOrder::acceleration, w)) return false;
  s.x.assign(m.layout.motions, 0.0);
  s.p.resize(m.layout.constraints);
  for (int k = 0; k < m.layout.constraints; ++k)
    s.p[k] = drive_value(m, m.rows[k], w.impl(), 2) - row_acceleration_bias(m.rows[k], w.impl().at);
  return s.blows.solve(s.x, s.p);
}

}  // namespace

std::optional<double> forced_sliding(const Model& m, int contact, const Instant& now,
                                     Workspace& w) {
  place(m, now.y, w.impl().at);
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  KktScratch& s = *w.impl().kkt;
  const std::size_t count = constraint_rows(m, w.impl().g, false, now.mode, s.rows);
  s.blows.factor(s.masses, std::span(s.rows).first(count));
  const HoldRow row = hold_row(m, contact, w);
  if (mobility(m, row, s) > immovable * free_mobility(row, s.masses)) return {};
  if (!constrained_accelerations(m, now, s, w)) return {};
  double size = std::abs(row.bias);
  for (int k = 0; k < row.count; ++k) size += std::abs(row.values[k] * s.x[row.columns[k]]);
  const double rate = rate_along(row, s.x.data());
  if (std::abs(rate) <= nothing * size) return {};
  return rate;
}

}  // namespace mbs
