// What located events change.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/events/condition.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/run/machine.hpp"

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
      if (islands_)
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
  for (auto& [key, warning] : group_warnings_)
    if (key.first == change.group) warning.counted.erase({change.pair.first, change.pair.second});
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
  if (!std::isfinite(first_step)) first_step = shorter * solver_.last_step();
  log_groups();
  mode_changed();
  restart_here(first_step);
}

// Latches a contact: impact speed, gap state, states of its law.
void Machine::arm(int contact) {
  contacts_.close(contact, here());
  checked_[contact] = false;
  y_[at_.s + contact] = -true_gap(contact, here());
  const ir::LawProgram& law = scenario_.laws[scenario_.contacts[contact].law.index];
  const int first = at_.z + model_.contacts[contact].first_state;
  for (std::size_t i = 0; i < law.states.size(); ++i) y_[first + i] = law.states[i].initial;
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
    const double gap = separation * scales_.tol * scales_.contacts[contact].depth;
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
    restart_here(shorter * solver_.last_step());
  else
    record(here());
}

void Machine::change_sticking(const Event& event) {
  record(here());
  decide_sticking(StickEvent{event.t, event.index, event.stick});
  if (over_) return;
  mode_changed();
  restart_here(shorter * solver_.last_step());
}

// Follows contacts that stop, hold, let go; logs what changed.
void Machine::decide_sticking(std::optional<StickEvent> cause) {
  workspace_.failure.reset();
  stick_changes_.clear();
  if (!sticking_.decide(here(), cause, stick_changes_)) return fail(StepStatus::undefined);
  for (const StickChange& change : stick_changes_)
    recorder_.log(t_, change.what, scenario_.contacts[change.contact].name);
  if (const auto contact = sticking_.take_chatter()) warn_chatter("sticking", *contact, t_);
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
    restart_here(shorter * solver_.last_step());
  else
    record(here());
}

void Machine::turn_one(int contact) {
  const bool loading = mode_.contacts[contact].loading;
  if (contacts_.turn(contact, here())) {
    const auto& law = scenario_.laws[scenario_.contacts[contact].law.index];
    warn_chatter(fmt::format("`loading` in `{}`", law.name), contact, t_);
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
    warn_chatter("a condition in " + in, owner, t_);
  }
  if (owner >= 0) contacts_.reconsider(owner);
  mode_changed();
  if (changed_since(forces_before_))
    restart_here(shorter * solver_.last_step());
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
  restart_here(shorter * solver_.last_step());
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

void Machine::check_laws(Instant now) {
  for (int c = 0; c < at_.contacts && !over_; ++c)
    if (mode_.contacts[c].armed) check_law(c, now);
  check_groups(now);
}

void Machine::check_law(int contact, Instant now) {
  const bool acts = contacts_.end_state(contact).delta > 0;
  if (!acts || (checked_[contact] && !law_checks_vary(model_, contact))) return;
  checked_[contact] = true;
  law_checks(model_, contact, now.t, contacts_.end_state(contact), now.y, mode_, failed_, raised_,
             workspace_);
  for (int warning : raised_) warn_law(contact, warning, now.t);
  if (failed_.empty()) return;
  const ir::Contact& c = scenario_.contacts[contact];
  fail_check(scenario_.laws[c.law.index].requirements, failed_[0], c.name, now);
}

namespace {

ir::LawCheck as_told(const std::vector<ir::LawCheck>& warnings, int warning) {
  if (warning >= 0) return warnings[warning];
  ir::LawCheck told = warnings[~warning];
  told.message = ir::not_judged(told.message);
  return told;
}

}  // namespace

void Machine::fail_check(const std::vector<ir::LawCheck>& checks, int check,
                         const std::string& contact, Instant now) {
  fail_law(checks[check < 0 ? ~check : check], contact, now);
  if (check < 0 && run_.failure)
    run_.failure->notes.push_back("what it compares is not a number there");
}

void Machine::fail_law(const ir::LawCheck& check, const std::string& contact, Instant now) {
  take(now);
  fail_with(
      {Code::E0411,
       check.origin,
       check.message,
       {fmt::format("`{}` of contact `{}` at t = {:.6g} ms", check.law, contact, now.t * 1e3)},
       {}});
}

void Machine::check_groups(Instant now) {
  for (std::size_t g = 0; g < mode_.groups.size(); ++g)
    for (const PairMode& pair : mode_.groups[g].pairs) {
      if (over_) return;
      if (pair.closed) check_pair(static_cast<int>(g), pair, now);
    }
}

void Machine::check_pair(int group, const PairMode& pair, Instant now) {
  const GroupModel& g = model_.groups[group];
  pair_checks(model_, g, pair, now.t, now.y, failed_, raised_, workspace_);
  const int law = pair_model(g, pair.first, pair.second).law;
  for (int warning : raised_)
    warn_group(group, pair, as_told(scenario_.laws[law].warnings, warning), now.t);
  if (failed_.empty()) return;
  fail_check(scenario_.laws[law].requirements, failed_[0], g.name, now);
}

void Machine::tell(Told& told, const std::string& subject, const ir::LawCheck& check, double t) {
  if (told.entry < 0) {
    told = {static_cast<int>(run_.warnings.size()), run_.log.size()};
    run_.warnings.push_back({Code::W0601, subject, check.message, check.origin, 0, t});
    recorder_.log(t, "law warning", subject, 0, check.message);
  }
  run_.log[told.logged].value = static_cast<double>(++run_.warnings[told.entry].count);
}

// Once for the group, however many laws its pairs have; counts the contacts that raised it.
void Machine::warn_group(int group, const PairMode& pair, const ir::LawCheck& check, double t) {
  GroupWarning& known = group_warnings_[{group, check.message}];
  if (known.counted.insert({pair.first, pair.second}).second)
    tell(known.told, model_.groups[group].name, check, t);
}

// Counts impacts, not steps.
void Machine::warn_law(int contact, int warning, double t) {
  LawWarning& known = law_warnings_[contact][warning < 0 ? ~warning : warning];
  const double impact = run_.impacts[contact].empty() ? 0 : run_.impacts[contact].back().t;
  if (known.last == impact) return;
  known.last = impact;
  const ir::Contact& c = scenario_.contacts[contact];
  tell(known.told, c.name, as_told(scenario_.laws[c.law.index].warnings, warning), t);
}

void Machine::warn_corner(int contact, double t) {
  const ir::Contact& c = scenario_.contacts[contact];
  const auto known = std::find_if(run_.warnings.begin(), run_.warnings.end(), [&](const auto& w) {
    return w.code == Code::W0502 && w.subject == c.name;
  });
  if (known != run_.warnings.end()) {
    ++known->count;
    return;
  }
  run_.warnings.push_back({Code::W0502, c.name,
                           "the force jumped from one corner of a polygon to another", c.origin, 1,
                           t});
  recorder_.log(t, "corner", c.name);
}

void Machine::warn_chatter(const std::string& text, int contact, double t) {
  const std::string subject = contact < 0 ? std::string() : scenario_.contacts[contact].name;
  const auto told = std::find_if(run_.warnings.begin(), run_.warnings.end(), [&](const auto& w) {
    return w.code == Code::W0702 && w.subject == subject && w.message.rfind(text, 0) == 0;
  });
  if (told != run_.warnings.end()) return;
  const std::string message = fmt::format("{} switched more than {} times near {:.6g} ms", text,
                                          ChatterGuard::most, t * 1e3);
  const Span origin = contact < 0 ? Span{} : scenario_.contacts[contact].origin;
  run_.warnings.push_back({Code::W0702, subject, message, origin, 1, t});
  recorder_.log(t, "chatter", subject);
}

}  // namespace mbs
