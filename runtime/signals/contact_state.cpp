#include "runtime/signals/contact_state.hpp"

#include "runtime/contact/forces.hpp"
#include "runtime/equations/sticking.hpp"

namespace mbs {

ContactState contact_state(const Model& model, int contact, double t, const double* y,
                           const double* yp, const Mode& mode, Workspace& w) {
  if (mode.contacts[contact].sticking)  // shares a force with others
    place(model, y, w.impl().at);
  else
    place_pair(model, model.contacts[contact], y, w.impl().at);
  return placed_contact_state(model, contact, t, y, yp, mode, w);
}

ContactState placed_contact_state(const Model& model, int contact, double t, const double* y,
                                  const double* yp, const Mode& mode, Workspace& w) {
  const ContactMode& own = mode.contacts[contact];
  ContactForce force;
  contact_force(model, contact, t, y, yp, own, w, force);
  share_force(model, contact, t, y, yp, mode, w, force);
  const ContactGeometry& g = force.geometry;
  ContactState s;
  s.gap = g.gap;
  s.gap_rate = g.gap_rate;
  s.delta = force.delta;
  s.ddelta = own.armed ? force.ddelta : 0;
  s.vt = g.vt;
  s.normal_x = g.nx;
  s.normal_y = g.ny;
  s.point_x = g.px;
  s.point_y = g.py;
  s.FN = force.FN;
  s.FT = force.FT;
  s.bound = force.bound;
  s.sticking = own.sticking;
  s.corner = g.corner;
  return s;
}

}  // namespace mbs
