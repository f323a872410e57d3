#include "runtime/run/restart.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/group.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/run/change_point.hpp"

namespace mbs {

namespace {

// A force jump counts if, over one step of the present size, it moves a speed by this much of its
// tolerance; a smaller one is no more than the error that a step may make anyway. Likewise a jump
// of the rate of a law's state.
constexpr double still = 1e-12;  // of the reference speed: what rounding makes of a speed of 0
constexpr double negligible_jump = 0.1;

// Part of a first step that errs by a tolerance; one of order 1 errs by its square.
constexpr double exact = 0.01;

constexpr double shorter = 0.2;  // first step after a change without any force jump

}  // namespace

Restart::Restart(Present& now, Ending& ending)
    : now_(now),
      ending_(ending),
      rigid_(std::ranges::any_of(now.model.contacts, &ContactModel::rigid)),
      ahead_(now.layout.size),
      rates_ahead_(now.layout.size) {
  if (TreeRates::suit(now.model)) tree_rates_.emplace(now.model);
  before_ = after_ = {ahead_, ahead_};
}

void Restart::residual_at(Instant now, std::vector<double>& r) {
  r.assign(now_.layout.size, 0.0);
  residual(now_.model, now.in(now_.mode), r.data(), now_.workspace);
}

void Restart::forces_now(Forces& forces) {
  residual_at(now_.here(), forces.here);
  residual_at(now_.segment.end(), forces.end);
}

void Restart::note_forces() {
  forces_now(before_);
}

bool Restart::forces_changed() {
  forces_now(after_);
  now_.workspace.failure.reset();
  return differ(before_.here, after_.here) || differ(before_.end, after_.end);
}

bool Restart::differ(const std::vector<double>& before, const std::vector<double>& after) {
  const double h = now_.integrator->last_step();
  for (int i = 0; i < now_.layout.motions; ++i) {
    const double force = std::abs(after[now_.layout.v + i] - before[now_.layout.v + i]);
    if (force == 0) continue;
    const double arm = now_.scales.tolerance[now_.layout.v] /
                       now_.scales.tolerance[now_.layout.v + i];  // m; 1 for x, y
    const double mass = now_.scales.mass * arm * arm;
    if (!(force * h / mass <= negligible_jump * now_.scales.tolerance[now_.layout.v + i]))
      return true;
  }
  for (int i = now_.layout.z; i < now_.layout.z + now_.layout.states;
       ++i) {  // a law's state may be all that bends
    const double rate = std::abs(after[i] - before[i]);
    if (!(rate * h <= negligible_jump * now_.scales.tolerance[i])) return true;
  }
  return false;
}

// Normal force that vanishes at once when the contact opens, N: 0 if it is not worth a restart.
double Restart::opening_jump(int contact) {
  const LawUser law = law_user(now_.model, contact, now_.workspace);
  if (now_.model.laws[law.law].acts == ir::Acts::always) return 0;
  const ContactMode& mode = now_.mode.contacts[contact];
  const double rate = gap_rate(now_.model, contact, now_.y.data());
  const double force =
      std::abs(law_force(now_.model, law, {0, -rate, mode.v_impact}, now_.workspace));
  now_.workspace.failure.reset();
  const double change = force * now_.integrator->last_step() / now_.scales.contacts[contact].mass;
  return change > negligible_jump * now_.scales.accuracy * now_.scales.speed ? force : 0;
}

bool Restart::make_consistent_here() {
  now_.workspace.failure.reset();
  if (now_.integrator->find_rates(now_.t, now_.y.data(), now_.yp.data())) return true;
  now_.workspace.failure.reset();
  if (tree_rates_ && !any_holds(now_.mode) &&
      tree_rates_->make_consistent(now_.here(), now_.yp.data(), now_.workspace))
    return true;
  if (make_consistent(now_.model, now_.here(), now_.yp.data(), now_.workspace)) return true;
  ending_.fail(StepStatus::undefined);
  return false;
}

// Joints, too, beside rigid contacts: what they lack is made up in the first step, however short,
// and that moved gaps by more than the hop after a blow is high. A hop that begins higher than it
// should ends faster, and a sequence of them without an end.
void Restart::align_resting() {
  gap_targets_.clear();
  for (int c = 0; c < now_.layout.contacts; ++c)
    if (now_.mode.contacts[c].resting)
      gap_targets_.push_back({c, -now_.y[now_.layout.s + c]});
    else if (now_.mode.contacts[c].pressed && !now_.mode.contacts[c].spare_N)
      gap_targets_.push_back({c, 0});
  const std::size_t held = gap_targets_.size(), touching = touching_.size();
  for (const int c : touching_) gap_targets_.push_back({c, 0});
  if (gap_targets_.empty() && !rigid_) return;
  if (!align(held, touching) && touching > 0) align(held, 0);
}

bool Restart::align(std::size_t hard, std::size_t soft) {
  return align_gaps(now_.model, now_.t, now_.y.data(),
                    {std::span(gap_targets_).first(hard + soft), static_cast<int>(soft)},
                    &now_.mode, now_.workspace);
}

// Hops after blows that are lower than what positions are followed to are followed closer.
void Restart::note_hops() {
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  for (const int c : touching_) {
    const RigidRows rows = rigid_rows_on(now_.model, c, now_.workspace);
    const double back = -rate_along(rows.normal, now_.yp.data() + now_.layout.v);
    const bool returns = rows.v_N > still * now_.scales.speed && back > 0;
    now_.mode.contacts[c].hop_to(returns ? rows.v_N * rows.v_N / (2 * back) : 0);
  }
  if (!touching_.empty()) now_.mode_changed();
  touching_.clear();
}

// What is closed beside a hop, and what holds it, rounds places by some roundings of the whole
// model, to which the lowest hops are followed.
bool Restart::follow_hops_less() {
  constexpr double less = 4, share = 1e4;  // of heights in what they are followed to
  const double least = share * 16 * std::numeric_limits<double>::epsilon() * now_.model.size;
  const double most = share * now_.scales.accuracy * now_.scales.depth;
  bool any = false;
  for (ContactMode& mode : now_.mode.contacts) {
    if (!(mode.hop > 0) || mode.hop > most) continue;
    mode.hop_to(less * std::max(double{mode.hop}, least));
    any = true;
  }
  if (!any || now_.run.size() == 0) return false;
  now_.workspace.failure.reset();
  const std::size_t last = now_.run.size() - 1;
  now_.take({now_.run.t[last], now_.run.y_at(last).data(), now_.run.yp_at(last).data()});
  now_.mode_changed();
  restart_here(0);
  return !now_.over;
}

void Restart::restart_here(double first_step) {
  now_.running = false;
  first_step_ = first_step;
  align_resting();
  const Layout& l = now_.layout;
  // Impulses of constraints only matter by their rates; small numbers round less.
  std::fill_n(now_.y.begin() + l.lam, l.constraints, 0.0);
  std::fill_n(now_.y.begin() + l.mu, l.positions, 0.0);
  std::fill_n(now_.y.begin() + l.hold, l.holds, 0.0);
  if (find_rates()) now_.record(now_.here());
}

bool Restart::begin_here() {
  align_resting();
  return find_rates();
}

bool Restart::find_rates() {
  if (!make_consistent_here()) return false;
  note_hops();
  return true;
}

void Restart::restart_shorter() {
  restart_here(shorter * now_.integrator->last_step());
}

void Restart::restart_exactly() {
  restart_here(0);
  part_of_estimate_ = exact;
}

// The first step of order 1 from the onset of a contact makes the error in speed that is allowed:
// the force there is about F(v t), so its impulse over h is F(v h) h/(1 + n), n = 1.5 for Hertz. A
// jump of the force at once is in y' already and does not count.
double Restart::onset_step(const LawUser& law, const ContactScale& scale, double speed) {
  const double v = std::max(speed, 1e-3 * now_.scales.speed);
  const auto force = [&](double depth) {
    return law_force(now_.model, law, {depth, v, v}, now_.workspace);
  };
  const double allowed = scale.mass * now_.scales.accuracy * now_.scales.speed;
  const double jump = force(0);
  double low = std::log(1e-12 * scale.depth / v), high = std::log(scale.depth / v);
  for (int i = 0; i < 12; ++i) {  // to a hundredth
    const double middle = 0.5 * (low + high), h = std::exp(middle);
    ((force(v * h) - jump) * h / 2.5 > allowed ? high : low) = middle;
  }
  now_.workspace.failure.reset();
  return std::exp(low);
}

double Restart::onset_step(int contact, double speed) {
  return onset_step(law_user(now_.model, contact, now_.workspace), now_.scales.contacts[contact],
                    speed);
}

double Restart::onset_step(const GroupChange& change) {
  const ContactModel pair =
      pair_model(now_.model.groups[change.group], change.pair.first, change.pair.second);
  return onset_step(group_law_user(change.group, pair.own.law, now_.workspace),
                    now_.scales.groups[change.group], change.speed);
}

// Elsewhere: a step of order 1 errs by h^2/2 y'', found by looking a moment ahead.
double Restart::estimated_step(double t_end) {
  double h = 1e-3 * (t_end - now_.t);
  const std::vector<double>* weights = now_.integrator->weights();
  if (!weights) return h;
  const std::vector<double>& w = *weights;
  const Layout& l = now_.layout;
  for (int i = 0; i < l.motions; ++i) {
    const int of = i % l.per_motion;  // turns of quaternions have one weight
    const double weight = w[l.q + l.place_of(l.body_of(i)) + of];
    const double a = std::abs(now_.yp[l.v + i]) * weight;
    if (a > 0) h = std::min(h, std::sqrt(2 / a));
  }
  for (int i = 0; i < now_.layout.size; ++i) ahead_[i] = now_.y[i] + h * now_.yp[i];
  const bool known = make_consistent(now_.model, {now_.t + h, ahead_.data(), nullptr, &now_.mode},
                                     rates_ahead_.data(), now_.workspace);
  now_.workspace.failure.reset();
  double largest = 0;
  for (int i = now_.layout.v; known && i < now_.layout.mu; ++i) {  // speeds and impulses
    if (i >= now_.layout.lam && now_.model.rows[i - now_.layout.lam].tree) continue;
    largest = std::max(largest, std::abs(rates_ahead_[i] - now_.yp[i]) * w[i] / h);
  }
  if (largest > 0) h = std::min(h, std::sqrt(2 / largest));
  return 0.5 * h;
}

double Restart::take_first_step(double t_end) {
  const double first = first_step_ > 0 ? first_step_ : part_of_estimate_ * estimated_step(t_end);
  first_step_ = 0;
  part_of_estimate_ = 1;
  return first;
}

// Goes on behind a change point at which the solver has failed.
bool Restart::cross_change_point(double t_end) {
  const auto failure = now_.workspace.failure;
  const auto far = across_change_point(now_.model, now_.run, now_.mode, t_end, now_.workspace);
  now_.workspace.failure = failure;
  if (!far || far->t <= now_.t) return false;
  now_.workspace.failure.reset();
  now_.recorder.log(now_.t, "change point", far->parts);
  now_.recorder.amend_rates(far->way.front().yp.data());
  for (std::size_t i = 1; i < far->way.size(); ++i)
    now_.record({far->way[i].t, far->way[i].y.data(), far->way[i].yp.data(), &now_.mode});
  now_.t = far->t;
  now_.y = far->y;
  restart_here(0);
  return true;
}

}  // namespace mbs
