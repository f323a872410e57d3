#include "runtime/signals/contact_state.hpp"

#include "runtime/contact/seen.hpp"
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
  return state_of(force, own);
}

}  // namespace mbs
