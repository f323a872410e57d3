#include "runtime/contact/forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/model/workspace.hpp"

namespace mbs {

LawArguments law_arguments(const ContactForce& force, const ContactMode& mode, double t) {
  return {.delta = force.delta,
          .ddelta = force.ddelta,
          .v_impact = mode.v_impact,
          .delta_max = std::max(mode.delta_max, force.delta),
          .loading = mode.loading ? 1.0 : 0.0,
          .vt = force.geometry.vt,
          .t = t,
          .R1 = mode.R1,
          .R2 = mode.R2};
}

namespace {

// Geometry and penetration; true if the force acts.
bool meets(const Model& model, int contact, const double* y, const ContactMode& mode, Workspace& w,
           ContactForce& out) {
  const ContactModel& c = model.contacts[contact];
  ContactGeometry& g = out.geometry;
  contact_geometry(c, pair_of(c, w.impl().at), g);
  out.acting = false;
  out.holds = false;
  out.FN = out.FT = out.bound = out.fx = out.fy = out.power = 0;
  out.delta = mode.resting ? y[model.layout.s + contact] : -g.gap;
  out.ddelta = -g.gap_rate;
  if (mode.armed && out.delta > 0) return true;
  out.delta = 0;
  return false;
}

}  // namespace

bool contact_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                   Workspace& w, ContactForce& out) {
  out.mode = &mode;
  if (!meets(model, contact, now.y, mode, w, out)) return true;
  const ContactModel& c = model.contacts[contact];
  const ContactGeometry& g = out.geometry;
  const LawCall call{c.law, law_arguments(out, mode, now.t), now.y + model.layout.z + c.first_state,
                     &mode};
  if (!evaluate_law(model, contact, LawTape::value, call, w)) return false;
  const LawTapes& law = model.laws[c.law];
  const std::vector<double>& value = w.impl().contacts[contact].outputs;
  out.acting = true;
  out.FN = value[0];
  out.FT = law.friction ? value[1] : 0;
  out.bound = law.sticks ? std::max(value[2], 0.0) : 0;
  if (mode.sticking) {
    out.holds = mode.leader < 0;
    out.FT = out.holds ? now.yp[model.layout.hold + c.hold] : 0;
  }
  out.rates = value.data() + law.first_rate();
  out.fx = out.FN * g.nx + out.FT * g.ny;  // FN n - FT t
  out.fy = out.FN * g.ny - out.FT * g.nx;
  out.power = out.FN * out.ddelta + out.FT * g.vt;
  return true;
}

// ---- what others ask of a contact ------------------------------------------------

double normal_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                    Workspace& w) {
  place_pair(model, model.contacts[contact], now.y, w.impl().at);
  ContactForce force;
  contact_force(model, contact, now, mode, w, force);
  return force.FN;
}

namespace {

// Only the two bodies of a contact: root functions are asked for often.
ContactGeometry geometry_at(const Model& model, int contact, const double* y) {
  const ContactModel& c = model.contacts[contact];
  const Pose a = pose_at(model, c.a, y), b = pose_at(model, c.b, y);
  ContactGeometry g;
  contact_geometry(c, {a, b, arm_at(a, model.points[c.pa]), arm_at(b, model.points[c.pb])}, g);
  return g;
}

// Inside a ring the centres are c - gap apart.
double smooth(const ContactModel& contact, double gap) {
  const double c = contact.reach;
  if (contact.shape != ContactShape::inside || c <= 0) return gap;
  return gap * (1 - gap / (2 * c));
}

}  // namespace

double smooth_gap(const Model& model, int contact, const double* y) {
  return smooth(model.contacts[contact], geometry_at(model, contact, y).gap);
}

ContactMotion contact_motion(const Model& model, int contact, const ContactState& state) {
  return {smooth(model.contacts[contact], state.gap), state.gap_rate};
}

ContactMotion contact_motion(const Model& model, int contact, const Placement& at) {
  const ContactModel& c = model.contacts[contact];
  ContactGeometry g;
  contact_geometry(c, pair_of(c, at), g);
  return {smooth(c, g.gap), g.gap_rate};
}

double turning_speed(const Model& model, int contact, const double* y) {
  const ContactModel& c = model.contacts[contact];
  if (c.shape != ContactShape::convex) return 0;
  double speed = 0;
  for (const int body : {c.a, c.b})
    if (body > 0) speed += std::abs(y[model.layout.v + column_of(body) + 2]);
  return speed;
}

std::vector<int> contact_unknowns(const Model& model, int contact) {
  const ContactModel& c = model.contacts[contact];
  const Layout& l = model.layout;
  std::vector<int> all = {l.s + contact};
  for (const int body : {c.a, c.b})
    for (int k = 0; body > 0 && k < 3; ++k) {
      all.push_back(l.q + column_of(body) + k);
      all.push_back(l.v + column_of(body) + k);
    }
  for (int k = 0; k < c.states; ++k) all.push_back(l.z + c.first_state + k);
  if (c.hold >= 0) all.push_back(l.hold + c.hold);
  return all;
}

double gap_rate(const Model& model, int contact, const double* y) {
  return geometry_at(model, contact, y).gap_rate;
}

double contact_gap(const Model& model, int contact, const double* y) {
  return geometry_at(model, contact, y).gap;
}

void latch_radii(const Model& model, int contact, const double* y, ContactMode& mode) {
  if (model.contacts[contact].shape != ContactShape::convex) return;
  const ContactGeometry g = geometry_at(model, contact, y);
  mode.R1 = g.radius_1;
  mode.R2 = g.radius_2;
}

double sliding_speed(const Model& model, int contact, const double* y) {
  return geometry_at(model, contact, y).vt;
}

void law_checks(const Model& model, int contact, const Instant& now, const ContactState& state,
                Workspace& w, LawChecks& checks) {
  const ContactModel& c = model.contacts[contact];
  checks.clear();
  if (!has_checks(model, c.law) || !(state.delta > 0)) return;
  ContactForce force;
  force.delta = state.delta;
  force.ddelta = state.ddelta;
  force.geometry.vt = state.vt;
  const ContactMode& own = now.mode->contacts[contact];
  const LawCall call{c.law, law_arguments(force, own, now.t),
                     now.y + model.layout.z + c.first_state, &own};
  check_law(model, call, w.impl().contacts[contact], w, checks);
}

}  // namespace mbs
