#include "runtime/equations/gap_alignment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/contact/kinematics.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

constexpr int sweeps = 3;  // Newton; the moves are tiny, one mostly does
// What rounding leaves, by the size of the mechanism.
constexpr double aligned = 4 * std::numeric_limits<double>::epsilon();

constexpr double worse = 10;  // times as much is lacking after a move

double largest(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

}  // namespace

double gap_row(const Model& model, int contact, const Placement& at, SparseRow& row, int edge) {
  const int each = model.layout.per_motion;
  const ContactModel& c = model.contacts[contact];
  ContactGeometry g;
  contact_geometry(c, pair_of(c, at, edge), g);
  for (int i = 0; i < 2 * each; ++i) {
    const int body = i < each ? c.a : c.b;
    if (body == 0) continue;
    row.columns.push_back(model.layout.motion_of(body) + i % each);
    row.values.push_back(g.normal_row[i]);
  }
  return g.gap;
}

bool align_gaps(const Model& model, double t, double* y, const GapTargets& targets,
                const Mode* mode, Workspace& workspace) {
  Workspace::Impl& w = workspace.impl();
  KktScratch& s = *w.kkt;
  const Layout& at = model.layout;
  s.original.assign(y + at.q, y + at.q + at.places);
  if (!evaluate_drives(model, t, nullptr, DriveOrder::rate, workspace)) return false;
  const double small = aligned * model.size;
  double allowed = std::numeric_limits<double>::infinity();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    place(model, y, w.at);
    fill_constraint_jacobian(model, w.at, w.g.data());
    std::size_t count = constraint_rows(model, w.g, true, mode, s.rows);
    s.p.clear();  // what the constraints and gaps lack
    for (std::size_t k = 0; k < model.rows.size(); ++k)
      if (model.rows[k].position)
        s.p.push_back(row_acts(mode, k) ? -row_error(model, k, mode, w) : 0);
    for (const GapTarget& target : targets.list) {
      const int edge = mode ? int{mode->contacts[target.contact].edge} : -1;
      SparseRow& row = next_row(s.rows, count);
      s.p.push_back(target.gap - gap_row(model, target.contact, w.at, row, edge));
    }
    const double lacking = largest(s.p);
    if (lacking <= small) break;
    s.x.assign(s.masses.size(), 0.0);  // the move
    s.gaps.factor(s.masses, std::span(s.rows).first(count), targets.soft);
    if (lacking > std::exchange(allowed, worse * std::max(lacking, small)) ||
        !s.gaps.solve(s.x, s.p)) {
      std::copy(s.original.begin(), s.original.end(), y + at.q);
      return false;
    }
    move_places(model, s.x.data(), y + at.q);
  }
  return true;
}

}  // namespace mbs
