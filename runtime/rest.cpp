#include "runtime/rest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "runtime/contact_kinematics.hpp"
#include "runtime/kkt.hpp"

namespace mbs {

namespace {

constexpr int sweeps = 3;  // Newton; the moves are tiny, one mostly does
// Of the size of the mechanism: what rounding leaves.
constexpr double aligned = 4 * std::numeric_limits<double>::epsilon();

// Gradient of the gap by q; returns the gap.
double gap_row(const Model& model, int contact, const Placement& at, SparseRow& row) {
  const ContactModel& c = model.contacts[contact];
  ContactGeometry g;
  contact_geometry(c, pair_of(c, at), g);
  for (int i = 0; i < 6; ++i) {
    const int body = i < 3 ? c.a : c.b;
    if (body == 0) continue;
    row.columns.push_back(column_of(body) + i % 3);
    row.values.push_back(g.normal_row[i]);
  }
  return g.gap;
}

bool all_below(std::span<const double> values, double bound) {
  return std::all_of(values.begin(), values.end(),
                     [bound](double value) { return std::abs(value) <= bound; });
}

}  // namespace

bool align_gaps(const Model& model, double t, double* y, std::span<const GapTarget> targets,
                Workspace& workspace) {
  if (targets.empty()) return true;
  Workspace::Impl& w = workspace.impl();
  const Layout& at = model.layout;
  const std::vector<double> mass = mass_diagonal(model);
  const std::vector<double> original(y + at.q, y + at.q + 3 * at.bodies);
  if (!evaluate_drives(model, t, nullptr, false, workspace)) return false;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    place(model, y, w.at);
    std::vector<double> missing;
    for (const Row& row : model.rows)
      if (row.position) missing.push_back(drive_value(model, row, w, 0) - row_value(row, w.at));
    std::vector<SparseRow> gaps(targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i)
      missing.push_back(targets[i].gap - gap_row(model, targets[i].contact, w.at, gaps[i]));
    if (all_below(missing, aligned * model.size)) break;
    fill_constraint_jacobian(model, w.at, w.g.data());
    std::vector<SparseRow> rows = constraint_rows(model, w.g, true);
    rows.insert(rows.end(), gaps.begin(), gaps.end());
    std::vector<double> move(mass.size(), 0.0);
    if (!Kkt(mass, rows).solve(move, missing)) {
      std::copy(original.begin(), original.end(), y + at.q);
      return false;
    }
    for (std::size_t k = 0; k < move.size(); ++k) y[at.q + k] += move[k];
  }
  return true;
}

}  // namespace mbs
