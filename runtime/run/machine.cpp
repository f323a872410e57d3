// The stages of a step: limits, start of the solver, one accepted step, its events, its end.
#include "runtime/run/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/forces.hpp"
#include "runtime/elements/energy.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/events/condition.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/choose_integrator.hpp"
#include "runtime/run/warnings.hpp"
#include "runtime/scales/speed_scale.hpp"

namespace mbs {

namespace {

constexpr long steps_per_progress = 64;
constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int most_events = 10000;  // in one step; beyond it something flips for ever

Mode first_mode(const Run& run) {
  return run.modes.empty() ? run.start.mode : run.modes.last();
}

}  // namespace

Machine::Machine(const Model& model, const SimulationOptions& options, Run& run)
    : model_(model),
      scenario_(scenario(model)),
      at_(layout(model)),
      options_(options),
      run_(run),
      workspace_(model),
      scales_(
          make_scales(model, run.start, options, run.size() > 0 ? run.speed_scale : 0, workspace_)),
      mode_(first_mode(run)),
      integrator_(make_integrator(model, options, scales_, mode_, workspace_)),
      segment_(*integrator_, at_.size),
      recorder_(run, model, options.memory, options.most_memory),
      law_watch_(model, run, recorder_, workspace_),
      impacts_(model, run),
      contacts_(model, scales_, mode_, impacts_, workspace_),
      groups_(model, scales_, mode_, workspace_, *integrator_),
      sticking_(model, scales_, mode_, workspace_),
      step_limit_(model),
      turns_(model.swings),
      drive_audit_(model, scales_, run.audit.drives),
      watch_(model, mode_, workspace_),
      scratch_(at_.size),
      scratch2_(at_.size),
      before_(run.counters),
      forces_before_{scratch_, scratch_},
      forces_after_(forces_before_),
      began_(std::chrono::steady_clock::now()) {
  for (const ir::Event& event : scenario_.events) conditions_.emplace_back(model, event.condition);
  run.event_times.resize(scenario_.events.size());
  if (TreeRates::suit(model)) tree_rates_.emplace(model);
  run.termination = Termination::finished;
  run.failure.reset();
  run.tol = options.tol;
  begin();
}

void Machine::begin() {
  const bool continues = run_.size() > 0;
  t_ = began_at_ = continues ? run_.t.back() : 0;
  const auto last = run_.size() - 1;
  y_ = continues ? std::vector<double>(run_.y_at(last).begin(), run_.y_at(last).end())
                 : run_.start.y;
  yp_ = continues ? std::vector<double>(run_.yp_at(last).begin(), run_.yp_at(last).end())
                  : run_.start.yp;
  if (!integrator_->ready())
    return fail_with({Code::E0701, {}, "not enough memory for the solver", {}, {}});
  const std::string method = integrator_->name();
  run_.method = continues && run_.method != method ? "IDA and islands" : method;
  if (auto failure = not_for_islands(scenario_, options_)) return fail_with(std::move(*failure));
  if (!continues) {
    for (int c = 0; c < at_.contacts; ++c) {
      const double gap = contacts_.gap(c, here());
      const bool touches = gap < 0 || (gap == 0 && contacts_.rate(c, here()) <= 0);
      if (mode_.contacts[c].armed || touches)
        arm(c);
      else if (may_act(model_, model_.contacts[c], mode_.contacts[c]))
        watch_.freeze(c, here());
    }
    groups_.begin(here());
    log_groups();
    watch_.freeze(-1, here());
    decide_sticking({});
    if (over_) return;
    if (!make_consistent_here()) return;
  }
  warn_rounding(keep_above_rounding(model_, y_.data(), scales_), t_);
  run_.speed_scale = scales_.speed;
  run_.tolerance_note = scales_.note;
  mode_changed();
  if (!continues) record(here());
  contacts_.restart(here());
  for (Condition& condition : conditions_) condition.restart(here(), context());
}

void Machine::take(Instant now) {
  t_ = now.t;
  y_.assign(now.y, now.y + at_.size);
  yp_.assign(now.yp, now.yp + at_.size);
}

void Machine::record(Instant now) {
  recorder_.add(now, mode_);
  run_.energy.set_floor(scales_.energy);  // which may follow the motion
  Placement& at = workspace_.impl().at;
  // At the end of a step without a sine for each body.
  now.y == integrator_->y() ? integrator_->place(at) : place(model_, now.y, at);
  run_.energy.add(now.t, energies_placed(model_, now.y, workspace_));
  drive_audit_.add(now.t, at);
  if (!model_.groups.empty()) note_depths(model_, mode_, now.t, at, run_.audit);
}

void Machine::mode_changed() {
  recorder_.mode_changed();
  weights_stale_ = true;
}

bool Machine::within_limits(double t_end) {
  if (options_.interrupted && options_.interrupted()) {
    end(Termination::interrupted);
    return false;
  }
  if (options_.max_wall_seconds) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began_;
    if (spent.count() > *options_.max_wall_seconds) {
      end(Termination::time_limit);
      return false;
    }
  }
  if (recorder_.full()) {
    end(Termination::memory_limit);
    return false;
  }
  if (options_.progress && polls_++ % steps_per_progress == 0) options_.progress(t_, t_end);
  return true;
}

// Steps of days are told once; steps that rounding takes away end the run.
bool Machine::gets_on(double from, double t_end) {
  constexpr int most_without = 100'000;  // events of one instant are such steps, too
  constexpr long often = 1L << 18;
  constexpr double too_many = 1e9;
  without_progress_ = t_ > from ? 0 : without_progress_ + 1;
  if (without_progress_ > most_without) {
    Failure failure;
    failure.message =
        fmt::format("steps became shorter than rounding of the time, t = {:.9g} s", t_);
    fail_with(std::move(failure));
    return false;
  }
  if (++accepted_ % often != 0 || !options_.warn) return true;
  const double to_come =
      static_cast<double>(accepted_) * (t_end - t_) / std::max(t_ - began_at_, 1e-300);
  if (to_come < too_many) return true;
  options_.warn({Code::W0704,
                 {},
                 fmt::format("at this pace some {:.1g} steps are to come", to_come),
                 {},
                 1,
                 t_});
  options_.warn = {};
  return true;
}

// What a force or a condition makes of the motion may be all of a sudden; where nothing else
// happens a step could pass it by.
double Machine::longest_blind_step() const {
  constexpr double looks = 100;  // at a run, at least
  const bool asks = !model_.forces.empty() || !conditions_.empty() || until_;
  if (!asks || !(options_.duration > 0)) return std::numeric_limits<double>::infinity();
  return options_.duration / looks;
}

double Machine::longest_step(const double* y) const {
  const double asked = options_.max_step.value_or(std::numeric_limits<double>::infinity());
  if (integrator_->follows_pairs()) return asked;  // each of its bodies takes steps of its own
  return std::min({asked, step_limit_.longest_step(y), longest_blind_step()});
}

// Turns too close for a step are passed over; conditions never are.
double Machine::next_stop(double t_end) {
  constexpr double closest = 1e-12;
  const double seen = turns_.sight(t_, t_end);
  const double landing = seen > t_ + closest * std::max(t_end - t_, std::abs(t_)) ? seen : t_end;
  return std::min(watch_.stop(t_, t_end), landing);
}

bool Machine::start_solver(double t_end) {
  contacts_.restart(here());
  if (!integrator_->follows_pairs()) groups_.restart(here());
  sticking_.restart(here());
  const double first = first_step_ > 0 ? first_step_ : estimated_step(t_end);
  first_step_ = 0;
  running_ = integrator_->start(t_, y_, yp_, std::min(first, longest_step(y_.data())));
  if (!running_) fail(StepStatus::failed);
  return running_;
}

bool Machine::step(double t_end) {
  const bool more = proceed(t_end);
  count();
  return more;
}

bool Machine::proceed(double t_end) {
  if (over_ || t_ >= t_end || !within_limits(t_end)) return false;
  if (weights_stale_)
    if (std::vector<double>* weights = integrator_->weights())
      fill_weights(model_, scales_, mode_, running_ ? integrator_->y() : y_.data(), *weights);
  weights_stale_ = false;
  const double stop = next_stop(t_end);
  if (stop <= t_) {
    if (const int watch = watch_.due(t_); watch >= 0) flip_clock(watch);
    return !over_ && !halted_;
  }
  if (!running_ && !start_solver(t_end)) return false;
  if (workspace_.failure) {
    trial_failure_ = std::move(workspace_.failure);
    trial_failure_at_ = t_;
  }
  workspace_.failure.reset();
  integrator_->set_max_step(longest_step(integrator_->y()));
  const double from = t_;
  const StepStatus status = integrator_->step(stop);
  if (status == StepStatus::accepted || status == StepStatus::stop)
    traverse();
  else if (!cross_change_point(t_end))
    fail(status);
  if (!over_ && !gets_on(from, t_end)) return false;
  return !over_ && !halted_ && t_ < t_end;
}

bool Machine::advance(double t_end, NodeId until) {
  halted_ = false;
  if (!over_) run_.termination = Termination::finished;
  until_.reset();
  if (until.valid()) {
    until_.emplace(model_, until);
    until_->restart(here(), context());
    if (until_->value()) fire(static_cast<int>(conditions_.size()));
  }
  while (!halted_ && proceed(t_end)) {
  }
  count();
  until_.reset();
  return !over_;
}

std::vector<Machine::Event>& Machine::first_events(double from) {
  coming_.clear();
  if (const auto e = contacts_.earliest(segment_, from))
    coming_.push_back({e->t, Source::contact, e->contact, e->kind, {}});
  if (group_event_ = groups_.earliest(); group_event_)
    coming_.push_back({group_event_->t, Source::group, 0, {}, {}});
  if (const auto t = next_change()) coming_.push_back({*t, Source::group, 0, {}, {}});
  if (const auto e = sticking_.earliest(segment_, from))
    coming_.push_back({e->t, Source::stick, e->contact, {}, e->kind});
  if (const auto e = watch_.earliest(segment_, from))
    coming_.push_back({e->t, Source::watch, e->watch, {}, {}});
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (const auto t = conditions_[i].earliest(segment_, from, context()))
      coming_.push_back({*t, Source::condition, static_cast<int>(i), {}, {}});
  if (until_)
    if (const auto t = until_->earliest(segment_, from, context()))
      coming_.push_back({*t, Source::condition, static_cast<int>(conditions_.size()), {}, {}});
  return coming_;
}

// Instants are found to rounding, and rounding must not decide what has happened when a run stops:
// of the events at one instant the motion's own come first and conditions last, all of them at the
// latest of the times found.
std::optional<Machine::Event> Machine::next_event(double from) {
  const std::vector<Event>& events = first_events(from);
  if (events.empty()) return {};
  const auto earlier = [](const Event& a, const Event& b) { return a.t < b.t; };
  const double first = std::min_element(events.begin(), events.end(), earlier)->t;
  const double located =
      std::max(4 * eps * segment_.to(), exactly * (segment_.to() - segment_.from()));
  std::optional<Event> next;
  for (const Event& event : events) {
    const bool contact = event.source == Source::contact;
    const double apart = contact ? contacts_.one_instant(event.index, event.kind) : 0;
    if (event.t > first + std::max(located, apart)) continue;
    if (!next) next = event;
    next->t = std::max(next->t, event.t);
  }
  return next;
}

// What happened in the step that has been accepted.
void Machine::look_through_segment() {
  segment_.renew();
  changes_taken_ = 0;
  if (at_.positions > 0 || at_.contacts > 0) integrator_->place(workspace_.impl().at);
  const double t = segment_.to();
  note_drift(model_, scales_, t, placed_drift(model_, t, workspace_), run_.audit);
  contacts_.measure(segment_);
  if (!integrator_->follows_pairs()) groups_.measure(segment_);
}

void Machine::traverse() {
  look_through_segment();
  double from = segment_.from();
  for (int i = 0; i < most_events; ++i) {
    const std::optional<Event> event = next_event(from);
    if (!event) break;
    from = event->t;
    take(segment_.at(from));
    apply(*event);
    if (!running_ || over_ || halted_) return;
  }
  finish_segment();
}

void Machine::finish_segment() {
  const Instant end = segment_.end();
  t_ = end.t;
  if (contacts_.settle(end)) mode_changed();
  if (integrator_->follows_pairs())
    take_changes(end.t);
  else if (groups_.settle(end, integrator_->last_step()))
    mode_changed();
  log_groups();
  while (const auto contact = contacts_.take_passed())
    warn_corner(scenario_.contacts[*contact], end.t, run_, recorder_);
  sticking_.settle(end);
  record(end);
  if (auto failure = law_watch_.check(end.in(mode_), contacts_)) {
    take(end);
    fail_with(std::move(*failure));
  }
  if (!over_) rest_contacts();
  if (!over_) follow_motion(end);
}

// Tolerances follow the motion: its speed, and the rounding of where it has come to.
void Machine::follow_motion(Instant end) {
  constexpr long now_and_then = 4;  // steps: speeds grow less than their leeway meanwhile
  if (looked_++ % now_and_then != 0) return;
  const double speed = largest_speed(model_, end.y, scales_.arms);
  const bool faster = outgrown(scales_, speed);
  if (faster) follow(model_, speed, scales_, workspace_);
  const Rounding rounding = keep_above_rounding(model_, end.y, scales_);
  if (!faster && !rounding.any) return;
  warn_rounding(rounding, end.t);
  run_.speed_scale = scales_.speed;
  run_.energy.set_floor(scales_.energy);
  run_.tolerance_note = scales_.note;
  weights_stale_ = true;
  if (integrator_->takes_weights() || !running_) return;  // else it has to start anew for it
  take(end);
  running_ = false;
}

void Machine::count() {
  const SolverCounters now = integrator_->counters();
  Counters& c = run_.counters;
  c.steps = before_.steps + now.steps;
  c.residuals = before_.residuals + now.residuals;
  c.jacobians = before_.jacobians + now.jacobians;
  c.factorizations = before_.factorizations + now.factorizations;
  c.newton_iterations = before_.newton_iterations + now.newton_iterations;
  c.error_test_failures = before_.error_test_failures + now.error_test_failures;
  c.restarts = before_.restarts + now.restarts;
  c.law_evaluations = before_.law_evaluations + workspace_.law_evaluations;
}

}  // namespace mbs
