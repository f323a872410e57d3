#include "runtime/run/contact_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/forces.hpp"
#include "runtime/run/stick_modes.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

constexpr double separation = 0.1;      // of the tolerance: gap given to a contact that leaves rest
constexpr double overlap = 1e-9;        // of the model's size: what is told
constexpr double largest_drift = 0.02;  // of a contact's depth, between gap state and coordinates

}  // namespace

void ContactChanges::begin() {
  for (int c = 0; c < now_.layout.touching; ++c) {
    if (now_.model.contacts[c].rigid() || now_.mode.contacts[c].off) continue;
    const double gap = parts_.contacts.gap(c, now_.here());
    const bool touches = gap < 0 || (gap == 0 && parts_.contacts.rate(c, now_.here()) <= 0);
    if (now_.mode.contacts[c].armed || touches)
      arm(c);
    else if (may_act(now_.model, now_.model.contacts[c], now_.mode.contacts[c]))
      parts_.watch.freeze(c, now_.here());
  }
  for (int c = now_.layout.touching; c < now_.layout.in_joints; ++c)
    parts_.watch.freeze(c, now_.here());
  follow_turnings(now_, parts_.watch);
}

void ContactChanges::apply(int contact, ContactEventKind kind) {
  switch (kind) {
    case ContactEventKind::closes:
      return close(contact);
    case ContactEventKind::opens:
      return open(contact);
    case ContactEventKind::turns:
      return turn(contact);
    case ContactEventKind::peaks:
      parts_.contacts.peak(contact, now_.here());
      now_.record(now_.here());
  }
}

void ContactChanges::apply(const StickEvent& event) {
  now_.record_event(event.kind == StickEventKind::stops);
  decide_sticking(event);
  if (!now_.over) parts_.rigid.follow_turning(event.contact);
  if (now_.over) return;
  now_.mode_changed();
  parts_.restart.restart_shorter();
}

// Latches a contact: impact speed, gap state, states of its law.
void ContactChanges::arm(int contact) {
  parts_.contacts.close(contact, now_.here());
  parts_.law_watch.begin(contact);
  now_.y[now_.layout.s + contact] = -contact_gap(now_.model, contact, now_.y.data());
  begin_states(now_.model, contact, now_.y.data());
  parts_.watch.freeze(contact, now_.here());
  now_.recorder.log(now_.t, "closed", now_.scenario.contacts[contact].name,
                    now_.mode.contacts[contact].v_impact);
}

void ContactChanges::close(int contact) {
  if (now_.model.contacts[contact].rigid()) return parts_.rigid.apply({});
  now_.record(now_.here());
  double first_step = std::numeric_limits<double>::infinity();
  // Explicit steps know their own, and go on after what was struck: see AutoSteps.
  const bool by_explicit = now_.integrator->exact_rates();
  const double gently = now_.scales.least_speed();
  for (const int c : parts_.contacts.awake()) {
    if (now_.model.contacts[c].rigid() || now_.mode.contacts[c].off) continue;
    const bool together = !now_.mode.contacts[c].armed && parts_.contacts.gap(c, now_.here()) <= 0;
    if (c != contact && !together) continue;
    arm(c);
    const double v_impact = now_.mode.contacts[c].v_impact;
    if (by_explicit && v_impact > gently) continue;
    first_step = std::min(first_step, parts_.restart.onset_step(c, v_impact));
  }
  decide_sticking({});
  if (now_.over) return;
  now_.mode_changed();
  parts_.restart.restart_here(first_step);
}

void ContactChanges::open(int contact) {
  now_.record(now_.here());
  const bool rested = now_.mode.contacts[contact].resting;
  const bool jumps = parts_.restart.opening_jump(contact) > 0;
  if (rested) {
    const double gap = separation * now_.scales.accuracy * now_.scales.contacts[contact].depth;
    const GapTarget target{contact, std::max(-now_.y[now_.layout.s + contact], gap)};
    align_gaps(now_.model, now_.t, now_.y.data(), {{&target, 1}}, &now_.mode, now_.workspace);
  }
  bool led = leads_others(contact);
  parts_.contacts.open(contact, now_.here());
  led = follow_turnings(now_, parts_.watch) || led;
  if (led) decide_sticking({});
  if (now_.over) return;
  now_.recorder.log(now_.t, "opened", now_.scenario.contacts[contact].name,
                    parts_.contacts.rate(contact, now_.here()));
  now_.mode_changed();
  if (rested || jumps || led || now_.off_step)
    parts_.restart.restart_shorter();
  else
    now_.record(now_.here());
}

// Follows contacts that stop, hold, let go; logs what changed.
void ContactChanges::decide_sticking(std::optional<StickEvent> cause) {
  now_.workspace.failure.reset();
  follow_turnings(now_, parts_.watch);
  if (!mbs::decide_sticking(now_, parts_.sticking, cause, stick_changes_))
    parts_.ending.fail(StepStatus::undefined);
}

void ContactChanges::free(int contact) {
  ContactMode& mode = now_.mode.contacts[contact];
  now_.recorder.log(now_.t, "freed", now_.scenario.contacts[contact].name);
  if (mode.armed && !now_.model.contacts[contact].rigid()) {
    parts_.contacts.take_stock_of(contact, now_.here());
    parts_.contacts.open(contact, now_.here());
  }
  mode.switch_off();
  follow_turnings(now_, parts_.watch);
  parts_.contacts.reconsider(contact);
}

void ContactChanges::engage(int contact) {
  const ContactModel& c = now_.model.contacts[contact];
  const ir::Contact& asked = now_.scenario.contacts[contact];
  now_.mode.contacts[contact].switch_on();
  now_.recorder.log(now_.t, "engaged", asked.name);
  const double gap = parts_.contacts.gap(contact, now_.here());
  const bool overlaps = gap < -overlap * now_.model.size;
  if (c.rigid()) {
    if (!overlaps) return;
    return now_.fail_with(
        {Code::E0507,
         asked.origin,
         fmt::format(
             "`{}` is rigid, but when it is switched on, at t = {:.6g} ms, its bodies overlap "
             "by {:.4g} mm",
             asked.name, now_.t * 1e3, -gap * 1e3),
         {},
         "switch it on while its bodies are apart"});
  }
  const bool touches = gap < 0 || (gap == 0 && parts_.contacts.rate(contact, now_.here()) <= 0);
  if (overlaps)
    warn_rigid(Code::W0501, asked,
               fmt::format("switched on while it is {:.4g} mm in contact", -gap * 1e3), now_.t,
               now_.run);
  if (touches)
    arm(contact);
  else if (may_act(now_.model, c, now_.mode.contacts[contact]))
    parts_.watch.freeze(contact, now_.here());
}

// That of a joint lives with the joint.
void ContactChanges::switch_friction(int bearing, bool on) {
  ContactMode& mode = now_.mode.contacts[bearing];
  if (on)
    mode.begin(0);
  else
    mode.switch_off();
  begin_states(now_.model, bearing, now_.y.data());
  parts_.watch.freeze(bearing, now_.here());
}

// Does it carry the force by which other contacts stick as well?
bool ContactChanges::leads_others(int contact) const {
  for (const ContactMode& other : now_.mode.contacts)
    if (other.sticking && other.leader == contact) return true;
  return false;
}

// A contact with memory turns together with all others that turn at this instant: the force of each
// jumps, and one that turned a rounding error later would feel the others' jumps first.
void ContactChanges::turn(int contact) {
  if (!uses_memory(now_.model, contact)) {
    parts_.contacts.turn(contact, now_.here());
    now_.mode_changed();
    return now_.record(now_.here());
  }
  parts_.restart.note_forces();
  now_.record(now_.here());
  for (const int c : parts_.contacts.awake())
    if (c == contact || parts_.contacts.turns_at(c, now_.t)) turn_one(c);
  now_.mode_changed();
  if (parts_.restart.forces_changed())
    parts_.restart.restart_shorter();
  else
    now_.record(now_.here());
}

void ContactChanges::turn_one(int contact) {
  const bool loading = now_.mode.contacts[contact].loading;
  if (parts_.contacts.turn(contact, now_.here())) {
    const auto& law = now_.scenario.laws[now_.scenario.contacts[contact].law.index];
    warn_chatter(fmt::format("`loading` in `{}`", law.name), site_of(now_.model, contact), now_.t,
                 now_.run, now_.recorder);
    now_.integrator->chatters();
  }
  if (loading != now_.mode.contacts[contact].loading)
    now_.recorder.log(now_.t, loading ? "unloading" : "loading",
                      now_.scenario.contacts[contact].name);
}

bool ContactChanges::rest_settled() {
  bool changed = false;
  while (const auto contact = parts_.contacts.settled_to_rest(now_.t)) {
    if (!changed) now_.take(now_.segment.end());
    changed = true;
    now_.y[now_.layout.s + *contact] = -contact_gap(now_.model, *contact, now_.y.data());
    parts_.contacts.rest(*contact, now_.here());
    now_.recorder.log(now_.t, "rest", now_.scenario.contacts[*contact].name);
  }
  return changed;
}

bool ContactChanges::any_drifts() const {
  for (const int c : parts_.contacts.awake()) {
    if (!now_.mode.contacts[c].resting) continue;
    const double s = now_.segment.end().y[now_.layout.s + c];
    const double drift = std::abs(parts_.contacts.end_state(c).gap + s);
    if (drift > largest_drift * now_.scales.contacts[c].depth) return true;
  }
  return false;
}

void ContactChanges::settle() {
  if (!parts_.contacts.any_rests(now_.t)) return;
  if (!rest_settled()) {
    if (!any_drifts()) return;
    now_.take(now_.segment.end());
  }
  now_.mode_changed();
  parts_.restart.restart_shorter();
}

}  // namespace mbs
