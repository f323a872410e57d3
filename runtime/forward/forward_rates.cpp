#include "runtime/forward/forward_rates.hpp"

#include <algorithm>
#include <cmath>

#include "lang/scenario/explicit_obstacles.hpp"
#include "runtime/coordinates/motion.hpp"
#include "runtime/forward/forward_by_joints.hpp"
#include "runtime/forward/suited.hpp"
#include "runtime/model/model_impl.hpp"

namespace mbs {

namespace {

// Pivots are squares of distances, of how far equations are from depending on each other: with
// smaller ones rounding counts.
constexpr double least_certain = 1e-6;

}  // namespace

bool ForwardRates::suit(const Model& m) {
  if (m.switches || m.forces_see_rates || !m.sharing_rows.empty()) return false;
  if (m.layout.spatial() ? !ForwardByJoints::suits(m) : !m.tree.used()) return false;
  return !ir::obstacle_to_any_explicit(*m.scenario);
}

ForwardRates::ForwardRates(const Model& model, Workspace& workspace)
    : m_(model),
      w_(workspace),
      mode_(model.assembly->mode),
      forward_(make_accelerations(model, mode_, workspace)),
      state_(model),
      reduced_(model.tree.size),
      reduced_rates_(model.tree.size),
      unknowns_(forward_->plan().count()),
      rates_(forward_->plan().count()),
      y_(model.layout.size),
      yp_(model.layout.size) {
  forward_->set_least_pivot(least_certain);
}

void ForwardRates::take(const Instant& now, const double* yp) {
  mode_ = *now.mode;
  forward_->choose();
  reduce(m_, now.y, yp, reduced_.data(), reduced_rates_.data(), *state_);
  const StepUnknowns& plan = forward_->plan();
  for (int i = 0; i < plan.count(); ++i) unknowns_[i] = reduced_[plan.unknowns[i]];
}

// What keeps a contact closed for a step that has left it is no force at an instant.
bool ForwardRates::any_parted() const {
  for (int c = 0; c < m_.layout.touching; ++c) {
    const ContactMode& mode = mode_.contacts[c];
    if (!mode.armed || mode.resting) continue;
    if (const auto motion = forward_->contact_motion(c); motion && motion->gap >= 0) return true;
  }
  return false;
}

bool ForwardRates::solve(const Instant& now, double* yp) {
  const Layout& l = m_.layout;
  take(now, yp);
  if (!forward_->evaluate(now.t, unknowns_.data(), rates_.data()) || any_parted()) return false;
  forward_->show(unknowns_.data(), rates_.data(), y_.data(), yp_.data());
  const auto found = std::span(yp_).subspan(l.v, l.motions);
  if (!std::ranges::all_of(found, [](double a) { return std::isfinite(a); })) return false;
  std::ranges::copy(found, yp + l.v);
  forward_->show_multipliers(yp + l.lam);
  return true;
}

}  // namespace mbs
