// Consistent values after an event and the size of the step that follows it.
#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/run/machine.hpp"

namespace mbs {

namespace {

// A force jump counts if, over one step of the present size, it moves a speed by this much of its
// tolerance; a smaller one is no more than the error that a step may make anyway. Likewise a jump
// of the rate of a law's state.
constexpr double negligible_jump = 0.1;

}  // namespace

void Machine::residual_at(Instant now, std::vector<double>& r) {
  r.assign(at_.size, 0.0);
  residual(model_, now.in(mode_), r.data(), workspace_);
}

void Machine::forces_now(Forces& forces) {
  residual_at(here(), forces.here);
  residual_at(segment_.end(), forces.end);
}

// Has the change of mode since `before` changed the equations, at once or later in the step that
// the solver has taken with the old ones? If so the rest of that step is worth nothing.
bool Machine::changed_since(const Forces& before) {
  forces_now(forces_after_);
  workspace_.failure.reset();
  return differ(before.here, forces_after_.here) || differ(before.end, forces_after_.end);
}

bool Machine::differ(const std::vector<double>& before, const std::vector<double>& after) {
  const double h = integrator_->last_step();
  for (int i = 0; i < 3 * at_.bodies; ++i) {
    const double force = std::abs(after[at_.v + i] - before[at_.v + i]);
    if (force == 0) continue;
    const double arm = scales_.tolerance[at_.v] / scales_.tolerance[at_.v + i];  // m; 1 for x, y
    const double mass = scales_.mass * arm * arm;
    if (!(force * h / mass <= negligible_jump * scales_.tolerance[at_.v + i])) return true;
  }
  for (int i = at_.z; i < at_.z + at_.states; ++i) {  // a law's state may be all that bends
    const double rate = std::abs(after[i] - before[i]);
    if (!(rate * h <= negligible_jump * scales_.tolerance[i])) return true;
  }
  return false;
}

// Normal force that vanishes at once when the contact opens, N: 0 if it is not worth a restart.
double Machine::opening_jump(int contact) {
  const LawUser law = law_user(model_, contact, workspace_);
  if (model_.laws[law.law].acts == ir::Acts::always) return 0;
  const ContactMode& mode = mode_.contacts[contact];
  const double rate = contacts_.rate(contact, here());
  const double force = std::abs(law_force(model_, law, {0, -rate, mode.v_impact}, workspace_));
  workspace_.failure.reset();
  const double change = force * integrator_->last_step() / scales_.contacts[contact].mass;
  return change > negligible_jump * scales_.accuracy * scales_.speed ? force : 0;
}

bool Machine::make_consistent_here() {
  workspace_.failure.reset();
  if (tree_rates_ && !any_sticks(mode_) &&
      tree_rates_->make_consistent(t_, y_.data(), mode_, yp_.data(), workspace_))
    return true;
  if (make_consistent(model_, t_, y_.data(), mode_, yp_.data(), workspace_)) return true;
  fail(StepStatus::undefined);
  return false;
}

// Records both sides of an event: the caller has recorded the first.
void Machine::restart_here(double first_step) {
  running_ = false;
  first_step_ = first_step;
  align_resting();
  // Impulses of constraints only matter by their rates; small numbers round less.
  std::fill_n(y_.begin() + at_.lam, at_.constraints, 0.0);
  std::fill_n(y_.begin() + at_.mu, at_.positions, 0.0);
  std::fill_n(y_.begin() + at_.hold, at_.holds, 0.0);
  if (make_consistent_here()) record(here());
}

// The first step of order 1 from the onset of a contact makes the error in speed that is allowed:
// the force there is about F(v t), so its impulse over h is F(v h) h/(1 + n), n = 1.5 for Hertz. A
// jump of the force at once is in y' already and does not count.
template <class ForceAt>
double Machine::onset_step(double mass, double depth, double speed, const ForceAt& force) {
  const double v = std::max(speed, 1e-3 * scales_.speed);
  const double allowed = mass * scales_.accuracy * scales_.speed;
  const double jump = force(0);
  double low = std::log(1e-12 * depth / v), high = std::log(depth / v);
  for (int i = 0; i < 12; ++i) {  // to a hundredth
    const double middle = 0.5 * (low + high), h = std::exp(middle);
    ((force(v * h) - jump) * h / 2.5 > allowed ? high : low) = middle;
  }
  workspace_.failure.reset();
  return std::exp(low);
}

double Machine::onset_step(int contact, double speed) {
  const ContactScale& scale = scales_.contacts[contact];
  const double v = std::max(speed, 1e-3 * scales_.speed);
  const LawUser user = law_user(model_, contact, workspace_);
  return onset_step(scale.mass, scale.depth, speed, [&](double depth) {
    return law_force(model_, user, {depth, v, v}, workspace_);
  });
}

double Machine::group_onset_step(const GroupChange& change) {
  const ContactScale& scale = scales_.groups[change.group];
  const double v = std::max(change.speed, 1e-3 * scales_.speed);
  const int law = pair_model(model_.groups[change.group], change.pair.first, change.pair.second)
                      .compliant()
                      .law;
  const LawUser user = law_user(model_, change.group, law, workspace_);
  return onset_step(scale.mass, scale.depth, change.speed, [&](double depth) {
    return law_force(model_, user, {depth, v, v}, workspace_);
  });
}

// Elsewhere: a step of order 1 errs by h^2/2 y'', found by looking a moment ahead.
double Machine::estimated_step(double t_end) {
  double h = 1e-3 * (t_end - t_);
  const std::vector<double>* weights = integrator_->weights();
  if (!weights) return h;
  const std::vector<double>& w = *weights;
  for (int i = 0; i < 3 * at_.bodies; ++i) {
    const double a = std::abs(yp_[at_.v + i]) * w[at_.q + i];
    if (a > 0) h = std::min(h, std::sqrt(2 / a));
  }
  for (int i = 0; i < at_.size; ++i) scratch_[i] = y_[i] + h * yp_[i];
  const bool known =
      make_consistent(model_, t_ + h, scratch_.data(), mode_, scratch2_.data(), workspace_);
  workspace_.failure.reset();
  double largest = 0;
  for (int i = at_.v; known && i < at_.mu; ++i) {  // speeds and impulses
    if (i >= at_.lam && model_.rows[i - at_.lam].tree) continue;
    largest = std::max(largest, std::abs(scratch2_[i] - yp_[i]) * w[i] / h);
  }
  if (largest > 0) h = std::min(h, std::sqrt(2 / largest));
  return 0.5 * h;
}

}  // namespace mbs
