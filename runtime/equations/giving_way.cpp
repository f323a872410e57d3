#include "runtime/equations/giving_way.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

// What counts as rounding, by what the bodies of a row would give if they were free.
constexpr double immovable = 1e-13;

// row . x with the sizes of what is added, by which rounding is known.
double size_along(const HoldRow& row, const double* x) {
  double sum = 0;
  for (int k = 0; k < row.count; ++k) sum += std::abs(row.values[k] * x[row.columns[k]]);
  return sum;
}

double inertia_of(const Model& model, int column) {
  const Layout& l = model.layout;
  const MassEntry& m = model.masses[l.body_of(column)];
  if (!l.spatial()) return column % 3 < 2 ? m.mass : m.inertia;
  return column % 6 < 3 ? m.mass : m.principal[column % 6 - 3];
}

// What bodies alone would give, 1/kg.
double free_mobility(const Model& model, const HoldRow& row) {
  double sum = 0;
  for (int k = 0; k < row.count; ++k) {
    const double mass = inertia_of(model, row.columns[k]);
    if (mass > 0) sum += row.values[k] * row.values[k] / mass;
  }
  return sum;
}

}  // namespace

bool give_way(Kkt& kkt, const HoldRow& row, std::span<double> motion, std::span<double> reactions) {
  std::ranges::fill(motion, 0.0);
  std::ranges::fill(reactions, 0.0);
  for (int k = 0; k < row.count; ++k) motion[row.columns[k]] += row.values[k];
  return kkt.solve(motion, reactions);
}

double seen_along(const HoldRow& row, const double* motion) {
  const double seen = along(row, motion);
  return std::abs(seen) < immovable * size_along(row, motion) ? 0 : seen;
}

double give_along(const Model& model, const HoldRow& row, const double* motion) {
  const double give = seen_along(row, motion);
  return give < immovable * free_mobility(model, row) ? 0 : give;
}

}  // namespace mbs
