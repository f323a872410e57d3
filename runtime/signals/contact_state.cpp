#include "runtime/signals/contact_state.hpp"

#include "runtime/contact/forces.hpp"
#include "runtime/equations/sticking.hpp"

namespace mbs {

ContactState contact_state(const Model& model, int contact, const Instant& now, Workspace& w) {
  if (now.mode->contacts[contact].sticking)  // shares a force with others
    place(model, now.y, w.impl().at);
  else
    place_pair(model, model.contacts[contact], now.y, w.impl().at);
  return placed_contact_state(model, contact, now, w);
}

ContactState placed_contact_state(const Model& model, int contact, const Instant& now,
                                  Workspace& w) {
  const ContactMode& own = now.mode->contacts[contact];
  ContactForce force;
  contact_force(model, contact, now, own, w, force);
  share_force(model, contact, now, w, force);
  const ContactGeometry& g = force.geometry;
  ContactState s;
  s.gap = g.gap;
  s.gap_rate = g.gap_rate;
  s.delta = force.delta;
  s.ddelta = own.armed ? force.ddelta : 0;
  s.vt = g.vt;
  s.normal_x = g.nx;
  s.normal_y = g.ny;
  s.normal_z = g.nz;
  s.point_x = g.px;
  s.point_y = g.py;
  s.point_z = g.pz;
  s.FN = force.FN;
  s.FT = force.FT;
  s.bound = force.bound;
  s.sticking = own.sticking;
  s.corner = g.corner;
  return s;
}

}  // namespace mbs
