#include "runtime/forward/forward_contacts.hpp"

#include <algorithm>

#include "runtime/contact/kinematics.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

ForwardContacts::ForwardContacts(const Model& model, const ForwardPlan& plan, const Mode& mode,
                                 Workspace& workspace)
    : m_(model), mode_(mode), w_(workspace) {
  const Layout& l = model.layout;
  for (int c = 0; c < l.touching; ++c) {
    const LawUse& own = model.contacts[c].own;
    const auto place = [&](int unknown) { return plan.place_of[unknown]; };
    sites_.push_back({-1, 0, place(l.s + c), place(l.work + c), place(l.impulse + c),
                      own.states > 0 ? place(l.z + own.first_state) : 0});
  }
  for (const LawTapes& law : model.laws) {
    auto& inputs = inputs_.emplace_back();
    for (const Slot& slot : law.value.inputs())
      if (slot.kind == SlotKind::law_state)
        inputs.push_back({nullptr, slot.index});
      else
        inputs.push_back({input_table::by_slot[input_table::place(slot.kind)], 0});
  }
  touches_.reserve(sites_.size());
}

void ForwardContacts::choose() {
  touches_.clear();
  for (int c = 0; c < m_.layout.touching; ++c) {
    sites_[c].touch = -1;
    if (m_.contacts[c].rigid() || !may_act(m_, m_.contacts[c], mode_.contacts[c])) continue;
    sites_[c].touch = static_cast<int>(touches_.size());
    ForwardTouch& touch = touches_.emplace_back();
    touch.contact = c;
    touch.model = &m_.contacts[c];
    touch.law = &m_.laws[touch.model->own.law];
    touch.tape = &w_.impl().contacts[c].value;
    touch.always = touch.law->acts == ir::Acts::always;
  }
}

bool ForwardContacts::add_forces(double t, const double* unknowns, std::span<ForwardLoad> loads,
                                 double* rates) {
  for (ForwardTouch& touch : touches_) {
    const ContactMode& mode = mode_.contacts[touch.contact];
    touch.known = !mode.off && (mode.armed || touch.always);  // else it has opened since
    if (!touch.known) continue;
    const Site& site = sites_[touch.contact];
    if (!evaluate(touch, site, t, unknowns)) return false;
    write(touch, site, loads, rates);
  }
  return true;
}

[[gnu::always_inline]] inline void touch_here(const ContactModel& c, const Placement& at,
                                              ContactGeometry& g) {
  const Pose &a = at.poses[c.a], &b = at.poses[c.b];
  touch_geometry(c, {.a = a, .b = b, .ra = at.arms[c.pa], .rb = at.arms[c.pb]}, g);
  const double vx = (b.vx - b.spin * g.by) - (a.vx - a.spin * g.ay);
  const double vy = (b.vy + b.spin * g.bx) - (a.vy + a.spin * g.ax);
  g.gap_rate = g.nx * vx + g.ny * vy;
  g.vt = g.nx * vy - g.ny * vx;
}

void touch_of(const ContactModel& contact, const Placement& at, ContactGeometry& out) {
  touch_here(contact, at, out);
}

inline bool ForwardContacts::evaluate(ForwardTouch& touch, const Site& site, double t,
                                      const double* unknowns) {
  const ContactModel& c = *touch.model;
  const ContactMode& mode = mode_.contacts[touch.contact];
  ContactGeometry& g = touch.geometry;
  touch_here(c, w_.impl().at, g);
  touch.delta = mode.resting ? unknowns[site.gap] : -g.gap;
  if (mode.armed && !touch.always) touch.delta = std::max(touch.delta, site.touching);
  return law(touch, t, unknowns + site.state);
}

inline bool ForwardContacts::law(ForwardTouch& touch, double t, const double* states) {
  const ContactMode& mode = mode_.contacts[touch.contact];
  const LawTapes& law = *touch.law;
  TapeState& tape = *touch.tape;
  const LawArguments seen =
      law_arguments(mode, touch.delta, -touch.geometry.gap_rate, touch.geometry.vt, t);
  double* to = tape.registers.data();
  for (const Input& input : inputs_[touch.model->own.law])
    *to++ = input.value ? seen.*input.value : states[input.state];
  if (!tape.flags.empty()) freeze_conditions(tape, mode.flags.values());
  ++w_.law_evaluations;
  if (!law.value.evaluate(tape)) {
    keep_law_failure(m_, law_user(m_, touch.contact, w_), {seen, states, &mode.flags.values()},
                     tape, w_);
    return false;
  }
  touch.FN = law.value.output(tape, 0);
  touch.FT = law.friction ? law.value.output(tape, 1) : 0;
  touch.power = touch.FN * seen.ddelta + touch.FT * seen.vt;
  return true;
}

inline void ForwardContacts::write(const ForwardTouch& touch, const Site& site,
                                   std::span<ForwardLoad> loads, double* rates) const {
  const ContactModel& c = *touch.model;
  const ContactGeometry& g = touch.geometry;
  const double fx = touch.FN * g.nx + touch.FT * g.ny;  // FN n - FT t
  const double fy = touch.FN * g.ny - touch.FT * g.nx;
  ForwardLoad &a = loads[c.a], &b = loads[c.b];
  a.fx -= fx, a.fy -= fy, a.torque -= g.ax * fy - g.ay * fx;
  b.fx += fx, b.fy += fy, b.torque += g.bx * fy - g.by * fx;
  rates[site.gap] = -g.gap_rate;
  rates[site.work] = touch.power;
  rates[site.impulse] = touch.FN;
  for (int k = 0; k < c.own.states; ++k)
    rates[site.state + k] = touch.law->value.output(*touch.tape, touch.law->first_rate() + k);
}

const ForwardTouch* ForwardContacts::known(int contact) const {
  const int index = sites_[contact].touch;
  return index >= 0 && touches_[index].known ? &touches_[index] : nullptr;
}

std::optional<ContactMotion> ForwardContacts::motion(int contact) const {
  const ForwardTouch* const touch = known(contact);
  if (!touch) return {};
  return ContactMotion{touch->geometry.gap, touch->geometry.gap_rate};
}

// As others see it: a stage that has parted its bodies has no force.
bool ForwardContacts::state(int contact, ContactState& out) const {
  const ForwardTouch* const touch = known(contact);
  if (!touch) return false;
  const ContactGeometry& g = touch->geometry;
  const ContactMode& mode = mode_.contacts[contact];
  out = {};
  out.gap = g.gap, out.gap_rate = g.gap_rate;
  out.ddelta = mode.armed ? -g.gap_rate : 0, out.vt = g.vt;
  out.normal_x = g.nx, out.normal_y = g.ny;
  out.point_x = g.px, out.point_y = g.py;
  out.corner = g.corner;
  const bool parted = g.gap >= 0 && !mode.resting;
  if (parted && !touch->always) return true;
  out.delta = touch->delta;
  out.FN = touch->FN, out.FT = touch->FT;
  return true;
}

}  // namespace mbs
