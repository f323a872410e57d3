#include "runtime/equations/giving_way.hpp"

#include <cmath>
#include <vector>

namespace mbs {

namespace {

// Of what the bodies of a row would give if they were free: rounding.
constexpr double immovable = 1e-13;

// row . x with the sizes of what is added, by which rounding is known.
double size_along(const HoldRow& row, const Eigen::VectorXd& x) {
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

std::optional<GivingWay> gives_way(const Model& model, Kkt& kkt, int constraints,
                                   const HoldRow& row) {
  std::vector<double> x(model.layout.motions, 0.0), p(constraints, 0.0);
  for (int k = 0; k < row.count; ++k) x[row.columns[k]] += row.values[k];
  if (!kkt.solve(x, p)) return std::nullopt;
  return GivingWay{Eigen::VectorXd::Map(x.data(), model.layout.motions),
                   Eigen::VectorXd::Map(p.data(), constraints)};
}

double seen_along(const HoldRow& row, const Eigen::VectorXd& motion) {
  const double seen = along(row, motion.data());
  return std::abs(seen) < immovable * size_along(row, motion) ? 0 : seen;
}

double give_along(const Model& model, const HoldRow& row, const Eigen::VectorXd& motion) {
  const double give = seen_along(row, motion);
  return give < immovable * free_mobility(model, row) ? 0 : give;
}

}  // namespace mbs
