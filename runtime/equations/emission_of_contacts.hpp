// Private to runtime: entries of the Jacobian that contacts, the friction of joints and what
// resists turning have, see jacobian_emission.hpp.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/contact/jacobian.hpp"
#include "runtime/contact/turns_rigidly.hpp"
#include "runtime/equations/balanced_load.hpp"
#include "runtime/equations/emission_point.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs::emission {

// A local derivative of a contact as a column of v; negative for ground.
inline int motion_column(const Layout& l, const ContactModel& c, int local) {
  const bool second = local >= l.per_motion;
  return l.motion_of(second ? c.b : c.a) + local - (second ? l.per_motion : 0);
}
inline bool is_ground(const Layout& l, const ContactModel& c, int local) {
  return (local < l.per_motion ? c.a : c.b) == 0;
}

// The gap state's row: s' + gap rate = 0.
template <class Sink>
void emit_gap_state(const JacobianPoint& p, int i, const ContactBlock& block, Sink& sink) {
  const ContactModel& c = p.m.contacts[i];
  const int row = p.l().s + i;
  for (int k = 0; k < 2 * p.l().per_motion; ++k) {
    if (is_ground(p.l(), c, k)) continue;
    const int column = motion_column(p.l(), c, k);
    by_place(p, row, column, block.gap_rate[k], sink);
    sink(row, p.l().v + column, block.normal_row[k]);
  }
}

template <class Sink>
void emit_contact_force(const JacobianPoint& p, int i, const ContactBlock& block, Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  const LawUse& own = c.own;
  for (std::size_t j = 0; j < block.columns.size(); ++j) {
    const ContactColumn& d = block.columns[j];
    const int each = 2 * l.per_motion, local = static_cast<int>(j);
    if (local < 2 * each && is_ground(l, c, local % each)) continue;
    const auto put = [&](int row, double value) {
      if (local < each)
        by_place(p, row, motion_column(l, c, local), value, sink);
      else
        sink(row, contact_column(l, c, i, local), value);
    };
    for (int k = 0; k < each; ++k)
      if (!is_ground(l, c, k)) put(l.v + motion_column(l, c, k), -d.force[k]);
    for (int k = 0; k < own.states; ++k) put(l.z + own.first_state + k, -d.rates[k]);
    put(l.work + working(c, i), -d.power);
    put(l.impulse + i, -d.FN);
  }
}

template <class Sink>
void write_contact_force(const JacobianPoint& p, int i, const ContactBlock& block, Sink& sink) {
  if constexpr (requires { sink.contact_force(p, i, block); })
    sink.contact_force(p, i, block);
  else
    emit_contact_force(p, i, block, sink);
}

// The same of what slides any way, along all that hold it.
template <class Sink>
void emit_hold_any_way(const JacobianPoint& p, int i, const ContactBlock& block,
                       const ContactForce& f, Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  const int first = l.hold + c.own.hold;
  const double creep = p.recording ? 0 : c.own.creep * p.now.mode->contacts[i].softness;
  const int parts = hold_parts(p.m, c);
  for (int part = 0; part < parts; ++part)
    sink(first + part, first + part, p.cj * (f.holds ? -creep : 1));
  if (!f.holds && !p.recording) return;
  for (int part = 0; part < parts; ++part) {
    const int own = first + part;
    for (int k = 0; k < 12; ++k) {
      if (is_ground(l, c, k)) continue;
      const int column = motion_column(l, c, k);
      by_place(p, own, column, block.holds_by_place[part][k], sink);
      sink(own, l.v + column, block.holds_by_motion[part][k]);
      sink(l.v + column, own, p.cj * block.holds_by_motion[part][k]);
    }
    sink(l.work + working(c, i), own, -p.cj * block.slips[part]);
  }
}

// vt - creep H' = 0 and what H' does, or H' = 0.
template <class Sink>
void emit_hold(const JacobianPoint& p, int i, const ContactBlock& block, const ContactForce& f,
               Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  if (c.own.hold < 0) return;
  if (slides_any_way(p.m, c)) return emit_hold_any_way(p, i, block, f, sink);
  const int own = l.hold + c.own.hold;
  const bool spare = f.holds && p.now.mode->contacts[i].spare_T;
  const double rows = spare ? 0 : 1;
  const double creep = p.recording ? 0 : c.own.creep * p.now.mode->contacts[i].softness;
  sink(own, own, p.cj * (f.holds && !spare ? -creep : 1));
  if (!f.holds && !p.recording) return;
  for (int k = 0; k < 2 * p.l().per_motion; ++k) {
    if (is_ground(p.l(), c, k)) continue;
    const int column = motion_column(p.l(), c, k);
    by_place(p, own, column, rows * block.vt[k], sink);
    sink(own, l.v + column, rows * block.tangent_row[k]);
    sink(l.v + column, own, p.cj * block.tangent_row[k]);
  }
  sink(l.work + working(c, i), own, -p.cj * f.geometry.vt);
}

// What a spare one takes depends on what those beside it do.
template <class Sink>
void emit_balance(const JacobianPoint& p, int i, const ContactGeometry& g, Sink& sink) {
  const ContactModel& c = p.m.contacts[i];
  std::optional<BalancedLoad> load;
  if (!p.recording && p.now.mode->contacts[i].spare_N)
    load = balanced_load(p.m, *p.now.mode, i, g, p.w);
  for (const int other : c.beside) {
    double part = 0;
    for (int k = 0; load && k < load->count; ++k)
      if (load->contacts[k] == other) part = load->parts[k];
    sink(p.l().impulse + i, p.l().impulse + other, -p.cj * part);
  }
}

// A closed rigid contact: gap and gap rate are constraints with the multipliers s' and FN = J';
// where others hold it already both have given values. `by_FN` is dFT/dFN of one that slides.
template <class Sink>
void emit_pressed(const JacobianPoint& p, int i, const ContactBlock& block,
                  const ContactGeometry& g, double by_FN, Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  const int s = l.s + i, J = l.impulse + i;
  const double rows = !p.recording && p.now.mode->contacts[i].spare_N ? 0 : 1;
  sink(s, s, -p.cj * rows);
  sink(J, J, -p.cj * rows);
  sink(l.work + i, J, p.cj * (g.gap_rate - by_FN * (l.spatial() ? g.rub : g.vt)));
  for (int k = 0; k < 2 * p.l().per_motion; ++k) {
    if (is_ground(p.l(), c, k)) continue;
    const int column = motion_column(p.l(), c, k);
    const double normal = block.normal_row[k];
    by_place(p, s, column, rows * normal, sink);
    correct_place(p, column, s, p.cj * normal, sink);
    by_place(p, J, column, rows * block.gap_rate[k], sink);
    sink(J, l.v + column, rows * normal);
    sink(l.v + column, J, p.cj * (by_FN * block.tangent_row[k] - normal));
  }
  emit_balance(p, i, g, sink);
}

// The speed by which the friction of a closed contact is known. One that begins to slide keeps its
// direction against the rounding of its speed, as friction_of has it; in space a law's speed has
// no other side, which the direction has.
inline double speed_of_sliding(const ContactMode& mode, double vt, bool spatial) {
  if (spatial) return std::max(vt, 0.0);
  return mode.direction * vt < 0 ? 0 : vt;
}

template <class Sink, class Place>
bool emit_rigid(const JacobianPoint& p, int i, Sink& sink, Place place) {
  const ContactMode& mode = p.now.mode->contacts[i];
  ContactBlock& block = p.w.impl().block;
  ContactForce force;
  if (mode.pressed) {
    const LiveContact live = live_contact(p.m, i, p.now, mode, p.w);
    if (!contact_force(p.m, live, p.now.t, p.w, force)) return false;
    contact_block(p.m, live, p.now.t, force, p.w, block);
  }
  place(&ContactWrites::hold);
  emit_hold(p, i, block, force, sink);
  if (!mode.pressed) return true;
  place(&ContactWrites::force);
  write_contact_force(p, i, block, sink);
  const double vt = speed_of_sliding(mode, force.geometry.vt, p.l().spatial());
  const double by_FN =
      force.holds ? 0 : friction_parts(p.m, i, vt, mode.direction, p.now.t, p.w).sliding;
  place(&ContactWrites::pressed);
  emit_pressed(p, i, block, force.geometry, by_FN, sink);
  return true;
}

// What the joint's own multipliers do to its friction.
template <class Sink>
void emit_pressing(const JacobianPoint& p, int i, const ContactBlock& block,
                   const PressedFriction& f, Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  const BearingRows rows = bearing_rows(p.m, *c.bearing());
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const int row = rows[n];
    if (row < 0) continue;
    const double rate = p.cj * f.pressing.slopes[n];
    for (int k = 0; k < 2 * l.per_motion; ++k)
      if (!is_ground(l, c, k))
        sink(l.v + motion_column(l, c, k), l.lam + row, rate * f.by_FN * block.tangent_row[k]);
    sink(l.work + i, l.lam + row, -rate * f.by_FN * f.rub);
    sink(l.impulse + i, l.lam + row, -rate);
  }
}

// What holds it where it sticks, and where it acts its force, of which the block is known.
template <class Sink, class Place>
void emit_hold_and_force(const JacobianPoint& p, int i, const ContactBlock& block,
                         const ContactForce& force, Sink& sink, Place place) {
  place(&ContactWrites::hold);
  emit_hold(p, i, block, force, sink);
  if (!force.acting) return;
  place(&ContactWrites::force);
  write_contact_force(p, i, block, sink);
}

template <class Sink, class Place>
bool emit_bearing(const JacobianPoint& p, int i, Sink& sink, Place place) {
  const ContactMode& mode = p.now.mode->contacts[i];
  ContactBlock& block = p.w.impl().block;
  ContactForce force;
  const LiveContact live = live_contact(p.m, i, p.now, mode, p.w);
  if (!contact_force(p.m, live, p.now.t, p.w, force)) return false;
  if (force.acting) contact_block(p.m, live, p.now.t, force, p.w, block);
  emit_hold_and_force(p, i, block, force, sink, place);
  if (!force.acting) return true;
  place(&ContactWrites::pressed);
  const double by_FN = force.holds ? 0 : friction_by_FN(p.m, live, force.seen(), p.now.t, p.w);
  const Pressing presses = pressing(p.m, *live.model.bearing(), p.at(), p.now.yp + p.l().lam);
  emit_pressing(p, i, block, {by_FN, force.geometry.rub, presses}, sink);
  return true;
}

// What the multiplier of a rigid contact does to what resists turning there.
template <class Sink>
void emit_weighing(const JacobianPoint& p, int i, const ContactBlock& block, double by_FN,
                   double rub, Sink& sink) {
  const Layout& l = p.l();
  const ContactModel& c = p.m.contacts[i];
  const int J = l.impulse + c.turning()->of;
  for (int k = 0; k < 2 * l.per_motion; ++k)
    if (!is_ground(l, c, k))
      sink(l.v + motion_column(l, c, k), J, p.cj * by_FN * block.tangent_row[k]);
  sink(l.work + working(c, i), J, -p.cj * by_FN * rub);
}

template <class Sink, class Place>
bool emit_turning(const JacobianPoint& p, int i, Sink& sink, Place place) {
  const ContactMode& mode = p.now.mode->contacts[i];
  ContactBlock& block = p.w.impl().block;
  ContactForce force;
  const LiveContact live = live_contact(p.m, i, p.now, mode, p.w);
  if (may_act(p.m, live.model, mode) && !contact_force(p.m, live, p.now.t, p.w, force))
    return false;
  if (force.acting) contact_block(p.m, live, p.now.t, force, p.w, block);
  emit_hold_and_force(p, i, block, force, sink, place);
  if (!force.acting || !turns_rigidly(p.m, live.model)) return true;
  place(&ContactWrites::pressed);
  const double share = live.model.turning()->share;
  const double by_FN =
      force.holds ? 0 : share * friction_by_FN(p.m, live, force.seen(), p.now.t, p.w);
  emit_weighing(p, i, block, by_FN, force.geometry.rub, sink);
  return true;
}

// Calls back with the place of the writes that follow, as the contact's state decides which do.
template <class Sink, class Place>
bool emit_contact(const JacobianPoint& p, int i, Sink& sink, Place place) {
  if (p.m.contacts[i].rigid()) return emit_rigid(p, i, sink, place);
  if (p.m.contacts[i].bearing()) return emit_bearing(p, i, sink, place);
  if (p.m.contacts[i].turning()) return emit_turning(p, i, sink, place);
  const ContactMode& mode = p.now.mode->contacts[i];
  ContactBlock& block = p.w.impl().block;
  ContactForce force;
  if (!may_act(p.m, p.m.contacts[i], mode)) {
    emit_hold_and_force(p, i, block, force, sink, place);
    return true;
  }
  const LiveContact live = live_contact(p.m, i, p.now, mode, p.w);
  if (!contact_force(p.m, live, p.now.t, p.w, force)) return false;
  contact_block(p.m, live, p.now.t, force, p.w, block);
  place(&ContactWrites::first);
  emit_gap_state(p, i, block, sink);
  emit_hold_and_force(p, i, block, force, sink, place);
  return true;
}

// All that contacts can ever write, for the pattern.
template <class Recorder>
void record_contacts(const JacobianPoint& p, Recorder& recorder,
                     std::vector<ContactWrites>& places) {
  for (int i = 0; i < p.l().contacts; ++i) {
    const ContactBlock block = empty_block(4 * p.l().per_motion + 1, p.m.contacts[i].own.states);
    ContactWrites at;
    at.first = recorder.writes.size();
    const bool rigid = p.m.contacts[i].rigid(), bearing = p.m.contacts[i].bearing() != nullptr;
    const bool turning = p.m.contacts[i].turning() != nullptr;
    if (!rigid && !bearing && !turning) emit_gap_state(p, i, block, recorder);
    at.force = recorder.writes.size();
    write_contact_force(p, i, block, recorder);
    at.hold = recorder.writes.size();
    emit_hold(p, i, block, {}, recorder);
    at.pressed = recorder.writes.size();
    if (rigid) emit_pressed(p, i, block, {}, 0, recorder);
    if (bearing) emit_pressing(p, i, block, {}, recorder);
    if (turns_rigidly(p.m, p.m.contacts[i])) emit_weighing(p, i, block, 0, 0, recorder);
    places.push_back(at);
  }
}

}  // namespace mbs::emission
