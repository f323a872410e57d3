// What located events change.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/events/condition.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/run/machine.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

constexpr double separation = 0.1;      // of the tolerance: gap given to a contact that leaves rest
constexpr double largest_drift = 0.02;  // of a contact's depth, between gap state and coordinates
constexpr double shorter = 0.2;         // first step after a change without any force jump

std::string law_names(const ir::LawProgram& law) {
  if (law.friction_name.empty()) return fmt::format("`{}`", law.name);
  return fmt::format("`{}` or `{}`", law.name, law.friction_name);
}

}  // namespace

void Machine::apply(const Event& event) {
  switch (event.source) {
    case Source::stick:
      change_sticking(event);
      break;
    case Source::group:
      if (integrator_->follows_pairs())
        take_changes(event.t);
      else
        change_groups();
      break;
    case Source::watch:
      flip_watch(event.index);
      break;
    case Source::condition: {
      const bool until = event.index == static_cast<int>(conditions_.size());
      Condition& condition = until ? *until_ : conditions_[event.index];
      if (condition.advance(here(), context())) fire(event.index);
      break;
    }
    case Source::contact:
      if (event.kind == ContactEventKind::closes) close_contacts(event.index);
      if (event.kind == ContactEventKind::opens) open_contact(event.index);
      if (event.kind == ContactEventKind::turns) turn_contact(event.index);
      if (event.kind == ContactEventKind::peaks) {
        contacts_.peak(event.index, here());
        record(here());
      }
  }
  if (!over_) fire_true_conditions();
  if (stopped_ && !over_) end(Termination::stopped);
}

void Machine::log_group(const GroupChange& change) {
  recorder_.log(change.t, change.closes ? "closed" : "opened", groups_.name(change), change.speed);
  law_watch_.begin(change);
}

void Machine::log_groups() {
  for (const GroupChange& change : groups_.changes()) log_group(change);
  groups_.forget_changes();
}

// Pairs whose contact could not be foreseen, or whose force jumps.
void Machine::change_groups() {
  record(here());
  groups_.apply(*group_event_, here());
  double first_step = INFINITY;
  for (const GroupChange& change : groups_.changes())
    if (change.closes) first_step = std::min(first_step, group_onset_step(change));
  if (!std::isfinite(first_step)) first_step = shorter * integrator_->last_step();
  log_groups();
  mode_changed();
  restart_here(first_step);
}

// Latches a contact: impact speed, gap state, states of its law.
void Machine::arm(int contact) {
  contacts_.close(contact, here());
  law_watch_.begin(contact);
  y_[at_.s + contact] = -true_gap(contact, here());
  begin_states(model_, contact, y_.data());
  watch_.freeze(contact, here());
  recorder_.log(t_, "closed", scenario_.contacts[contact].name, mode_.contacts[contact].v_impact);
}

void Machine::close_contacts(int contact) {
  record(here());
  double first_step = INFINITY;
  for (int c = 0; c < at_.contacts; ++c) {
    const bool together = !mode_.contacts[c].armed && contacts_.gap(c, here()) <= 0;
    if (c != contact && !together) continue;
    arm(c);
    first_step = std::min(first_step, onset_step(c, mode_.contacts[c].v_impact));
  }
  decide_sticking({});
  if (over_) return;
  mode_changed();
  restart_here(first_step);
}

void Machine::open_contact(int contact) {
  record(here());
  const bool rested = mode_.contacts[contact].resting;
  const bool jumps = opening_jump(contact) > 0;
  if (rested) {
    const double gap = separation * scales_.accuracy * scales_.contacts[contact].depth;
    const GapTarget target{contact, std::max(-y_[at_.s + contact], gap)};
    align_gaps(model_, t_, y_.data(), {&target, 1}, workspace_);
  }
  const bool led = leads_others(contact);
  contacts_.open(contact, here());
  if (led) decide_sticking({});
  if (over_) return;
  recorder_.log(t_, "opened", scenario_.contacts[contact].name, contacts_.rate(contact, here()));
  mode_changed();
  if (rested || jumps || led)
    restart_here(shorter * integrator_->last_step());
  else
    record(here());
}

void Machine::change_sticking(const Event& event) {
  record(here());
  decide_sticking(StickEvent{event.t, event.index, event.stick});
  if (over_) return;
  mode_changed();
  restart_here(shorter * integrator_->last_step());
}

// Follows contacts that stop, hold, let go; logs what changed.
void Machine::decide_sticking(std::optional<StickEvent> cause) {
  workspace_.failure.reset();
  stick_changes_.clear();
  if (!sticking_.decide(here(), cause, stick_changes_)) return fail(StepStatus::undefined);
  for (const StickChange& change : stick_changes_)
    recorder_.log(t_, change.what, scenario_.contacts[change.contact].name);
  if (const auto contact = sticking_.take_chatter())
    warn_chatter("sticking", &scenario_.contacts[*contact], t_, run_, recorder_);
}

// Does it carry the force by which other contacts stick as well?
bool Machine::leads_others(int contact) const {
  for (const ContactMode& other : mode_.contacts)
    if (other.sticking && other.leader == contact) return true;
  return false;
}

// A contact with memory turns together with all others that turn at this instant: the force of each
// jumps, and one that turned a rounding error later would feel the others' jumps first.
void Machine::turn_contact(int contact) {
  if (!uses_memory(model_, contact)) {
    contacts_.turn(contact, here());
    mode_changed();
    return record(here());
  }
  forces_now(forces_before_);
  record(here());
  for (int c = 0; c < at_.contacts; ++c)
    if (c == contact || contacts_.turns_at(c, t_)) turn_one(c);
  mode_changed();
  if (changed_since(forces_before_))
    restart_here(shorter * integrator_->last_step());
  else
    record(here());
}

void Machine::turn_one(int contact) {
  const bool loading = mode_.contacts[contact].loading;
  if (contacts_.turn(contact, here())) {
    const auto& law = scenario_.laws[scenario_.contacts[contact].law.index];
    warn_chatter(fmt::format("`loading` in `{}`", law.name), &scenario_.contacts[contact], t_, run_,
                 recorder_);
  }
  if (loading != mode_.contacts[contact].loading)
    recorder_.log(t_, loading ? "unloading" : "loading", scenario_.contacts[contact].name);
}

void Machine::flip_watch(int watch) {
  if (watch_.of_time(watch)) return flip_clock(watch);
  forces_now(forces_before_);
  const int owner = watch_.owner(watch);
  record(here());
  if (watch_.flip(watch, t_)) {
    const std::string in = owner < 0
                               ? std::string("a drive or force")
                               : law_names(scenario_.laws[scenario_.contacts[owner].law.index]);
    warn_chatter("a condition in " + in, owner < 0 ? nullptr : &scenario_.contacts[owner], t_, run_,
                 recorder_);
  }
  if (owner >= 0) contacts_.reconsider(owner);
  mode_changed();
  if (changed_since(forces_before_))
    restart_here(shorter * integrator_->last_step());
  else
    record(here());
}

void Machine::fire(int condition) {
  if (run_.size() == 0 || run_.t.back() != t_) record(here());
  if (condition == static_cast<int>(conditions_.size())) {
    run_.termination = Termination::until;
    halted_ = true;
    running_ = false;
    return;
  }
  run_.event_times[condition].push_back(t_);
  recorder_.log(t_, "event", scenario_.events[condition].name);
  if (!options_.on_event) return;
  count();
  stopped_ = options_.on_event(condition, run_) || stopped_;
}

// Whatever happens can make conditions true at once, and several may be due at one instant.
void Machine::fire_true_conditions() {
  for (std::size_t i = 0; i < conditions_.size() && !over_; ++i)
    if (conditions_[i].advance(here(), context())) fire(static_cast<int>(i));
  if (until_ && !over_ && until_->advance(here(), context()))
    fire(static_cast<int>(conditions_.size()));
}

void Machine::rest_contacts() {
  bool changed = false;
  while (const auto contact = contacts_.settled_to_rest(segment_.end())) {
    if (!changed) take(segment_.end());
    changed = true;
    y_[at_.s + *contact] = -true_gap(*contact, here());
    contacts_.rest(*contact, here());
    recorder_.log(t_, "rest", scenario_.contacts[*contact].name);
  }
  const auto drifts = [&](int c) {
    const double drift = contacts_.end_state(c).gap + segment_.end().y[at_.s + c];
    return std::abs(drift) > largest_drift * scales_.contacts[c].depth;
  };
  bool drifted = false;
  for (int c = 0; c < at_.contacts && !changed; ++c)
    drifted = drifted || (mode_.contacts[c].resting && drifts(c));
  if (drifted) take(segment_.end());
  if (!changed && !drifted) return;
  mode_changed();
  restart_here(shorter * integrator_->last_step());
}

// The gap in the model's own measure; the smooth one of root functions is bent.
double Machine::true_gap(int contact, Instant now) {
  return contact_gap(model_, contact, now.y);
}

void Machine::align_resting() {
  gap_targets_.clear();
  for (int c = 0; c < at_.contacts; ++c)
    if (mode_.contacts[c].resting) gap_targets_.push_back({c, -y_[at_.s + c]});
  align_gaps(model_, t_, y_.data(), gap_targets_, workspace_);
}

}  // namespace mbs
