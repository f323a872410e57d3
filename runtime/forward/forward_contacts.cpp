#include "runtime/forward/forward_contacts.hpp"

#include <algorithm>

#include "runtime/contact/kinematics.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

ForwardContacts::ForwardContacts(const Model& model, const ForwardPlan& plan, const Mode& mode,
                                 Workspace& workspace)
    : m_(model),
      mode_(mode),
      w_(workspace),
      laws_(model, plan, mode, workspace),
      place_(model.layout.touching),
      touching_(model.layout.touching) {
  touches_.reserve(place_.size());
}

void ForwardContacts::choose() {
  touches_.clear();
  for (int c = 0; c < m_.layout.touching; ++c) {
    place_[c] = -1;
    if (m_.contacts[c].rigid() || !may_act(m_, m_.contacts[c], mode_.contacts[c])) continue;
    place_[c] = static_cast<int>(touches_.size());
    laws_.take(c, touches_.emplace_back());
  }
}

bool ForwardContacts::add_forces(double t, const double* unknowns, std::span<ForwardLoad> loads,
                                 double* rates) {
  for (ForwardTouch& touch : touches_) {
    touch.known = laws_.on(touch);
    if (!touch.known) continue;
    if (!evaluate(touch, t, unknowns)) return false;
    write(touch, loads, rates);
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

inline bool ForwardContacts::evaluate(ForwardTouch& touch, double t, const double* unknowns) {
  const ContactMode& mode = mode_.contacts[touch.contact];
  ContactGeometry& g = touch.geometry;
  touch_here(*touch.model, w_.impl().at, g);
  touch.delta = mode.resting ? unknowns[laws_.gap(touch)] : -g.gap;
  if (mode.armed && !touch.always) touch.delta = std::max(touch.delta, touching_[touch.contact]);
  return laws_.evaluate(touch, -g.gap_rate, g.vt, t, unknowns);
}

inline void ForwardContacts::write(const ForwardTouch& touch, std::span<ForwardLoad> loads,
                                   double* rates) const {
  const ContactModel& c = *touch.model;
  const ContactGeometry& g = touch.geometry;
  const double fx = touch.FN * g.nx + touch.FT * g.ny;  // FN n - FT t
  const double fy = touch.FN * g.ny - touch.FT * g.nx;
  ForwardLoad &a = loads[c.a], &b = loads[c.b];
  a.fx -= fx, a.fy -= fy, a.torque -= g.ax * fy - g.ay * fx;
  b.fx += fx, b.fy += fy, b.torque += g.bx * fy - g.by * fx;
  rates[laws_.gap(touch)] = -g.gap_rate;
  laws_.write(touch, touch.FN * -g.gap_rate + touch.FT * g.vt, rates);
}

const ForwardTouch* ForwardContacts::known(int contact) const {
  const int index = place_[contact];
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
