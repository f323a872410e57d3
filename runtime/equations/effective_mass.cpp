#include "runtime/equations/effective_mass.hpp"

#include <algorithm>

#include "runtime/contact/kinematics.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

constexpr double prescribed = 1e-12;  // of what the whole mass would give: rounding

}  // namespace

EffectiveMasses::EffectiveMasses(const Model& model, const double* y, const Mode* mode,
                                 Workspace& workspace)
    : model_(model), mode_(mode), workspace_(workspace), held_(model.layout.motions, 0) {
  place(model, y, workspace.impl().at);
  for (std::size_t k = 0; k < model.rows.size(); ++k) {
    const ConstraintRow& row = model.rows[k];
    for (int i = row.first_entry; row_acts(mode, k) && i < row.first_entry + row.entry_count; ++i)
      held_[model.entries[i].column] = 1;
  }
  for (const MassEntry& m : model.masses) total_ += m.mass;
}

// Do its own mass and inertia say everything? `row` is the body's part of the gap rate's row.
bool EffectiveMasses::free(int body, const double* row) const {
  if (body == 0) return true;
  const char* held = held_.data() + model_.layout.motion_of(body);
  for (int k = 0; k < model_.layout.per_motion; ++k)
    if (held[k] || (row[k] != 0 && !(mass_of(model_, body, k) > 0))) return false;
  return true;
}

double EffectiveMasses::constrained(const ContactModel& c, const double* row) {
  if (!kkt_) {
    fill_constraint_jacobian(model_, workspace_.impl().at, workspace_.impl().g.data());
    kkt_.emplace(mass_diagonal(model_), constraint_rows(model_, workspace_.impl().g, false, mode_));
  }
  n_.assign(model_.layout.motions, 0.0);
  p_.assign(model_.layout.constraints, 0.0);
  const int each = model_.layout.per_motion;
  for (int i = 0; i < 2 * each; ++i)
    if (const int body = i < each ? c.a : c.b; body != 0)
      n_[model_.layout.motion_of(body) + i % each] += row[i];
  x_ = n_;
  if (!kkt_->solve(x_, p_)) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < n_.size(); ++i) sum += n_[i] * x_[i];
  return sum * total_ > prescribed ? sum : 0;
}

double EffectiveMasses::inverse(int contact) {
  const ContactModel& c = model_.contacts[contact];
  ContactGeometry g;
  contact_geometry(c, pair_of(c, workspace_.impl().at), g);
  const double* row = g.normal_row.data();
  const int each = model_.layout.per_motion;
  if (!free(c.a, row) || !free(c.b, row + each)) return constrained(c, row);
  double sum = 0;
  for (int i = 0; i < 2 * each; ++i) {
    const int body = i < each ? c.a : c.b;
    if (body == 0 || row[i] == 0) continue;
    sum += row[i] * row[i] / mass_of(model_, body, i % each);
  }
  return sum;
}

}  // namespace mbs
