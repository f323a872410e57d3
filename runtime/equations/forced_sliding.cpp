#include "runtime/equations/forced_sliding.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/contact/bearing.hpp"
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

// What a unit of force along a row makes of the accelerations, into s.x.
bool push(const Model& m, const HoldRow& row, KktScratch& s) {
  s.x.assign(m.layout.motions, 0.0);
  s.p.assign(m.layout.constraints, 0.0);
  for (int k = 0; k < row.count; ++k) s.x[row.columns[k]] += row.values[k];
  return s.blows.solve(s.x, s.p);
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

void factor(const Model& m, const Instant& now, KktScratch& s, Workspace& w) {
  place(m, now.y, w.impl().at);
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  const std::size_t count = constraint_rows(m, w.impl().g, false, now.mode, s.rows);
  s.blows.factor(s.masses, std::span(s.rows).first(count));
}

// The rate of a row for the accelerations in s.x; 0 where it is rounding.
double rate(const HoldRow& row, const KktScratch& s) {
  double size = std::abs(row.bias);
  for (int k = 0; k < row.count; ++k) size += std::abs(row.values[k] * s.x[row.columns[k]]);
  const double sum = rate_along(row, s.x.data());
  return std::abs(sum) <= nothing * size ? 0 : sum;
}

using Sliding = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
using Mobilities = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

// The part of `rates` along which no force moves anything; `mobility` is 1 where bodies are free.
std::optional<Sliding> immovable_part(const Mobilities& mobility, const Sliding& rates) {
  const Eigen::SelfAdjointEigenSolver<Mobilities> modes(mobility);
  if (modes.eigenvalues()[0] > immovable) return {};  // the least
  Sliding part = Sliding::Zero(rates.size());
  for (int k = 0; k < rates.size(); ++k)
    if (modes.eigenvalues()[k] <= immovable)
      part += modes.eigenvectors().col(k) * modes.eigenvectors().col(k).dot(rates);
  return part;
}

}  // namespace

std::optional<double> forced_sliding(const Model& m, int contact, const Instant& now,
                                     Workspace& w) {
  KktScratch& s = *w.impl().kkt;
  factor(m, now, s, w);
  const HoldRow row = hold_row(m, contact, w);
  const double given = push(m, row, s) ? along(row, s.x.data()) : 0;
  if (given > immovable * free_mobility(row, s.masses)) return {};
  if (!constrained_accelerations(m, now, s, w)) return {};
  return rate(row, s);
}

std::optional<Vector3> forced_sliding_any_way(const Model& m, int contact, const Instant& now,
                                              Workspace& w) {
  KktScratch& s = *w.impl().kkt;
  factor(m, now, s, w);
  const HeldWays held = held_ways(m.contacts[contact], {}, 0);
  std::array<HoldRow, 3> rows;
  Sliding free(held.count), rates(held.count);
  for (int k = 0; k < held.count; ++k) {
    rows[k] = bearing_row_along(m, contact, held.ways[k], w);
    free[k] = std::sqrt(free_mobility(rows[k], s.masses));
    if (free[k] == 0) return {};
  }
  Mobilities mobility(held.count, held.count);
  for (int k = 0; k < held.count; ++k) {
    if (!push(m, rows[k], s)) return {};
    for (int l = 0; l < held.count; ++l)
      mobility(l, k) = along(rows[l], s.x.data()) / (free[l] * free[k]);
  }
  if (!constrained_accelerations(m, now, s, w)) return {};
  for (int k = 0; k < held.count; ++k) rates[k] = rate(rows[k], s) / free[k];
  std::optional<Sliding> forced = immovable_part(mobility, rates);
  if (!forced) return {};
  if (forced->norm() <= nothing * rates.norm()) forced->setZero();
  *forced = forced->cwiseProduct(free);
  return held.sum(forced->data());
}

}  // namespace mbs
