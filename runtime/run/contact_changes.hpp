// What happens to contacts of two bodies: they close, open, turn, stick, come to rest.
#pragma once

#include <optional>
#include <vector>

#include "runtime/events/contact_events.hpp"
#include "runtime/events/stick_events.hpp"
#include "runtime/events/watch_events.hpp"
#include "runtime/run/ending.hpp"
#include "runtime/run/law_watch.hpp"
#include "runtime/run/present.hpp"
#include "runtime/run/restart.hpp"
#include "runtime/run/rigid_changes.hpp"

namespace mbs {

// All at the present, but for `settle`.
class ContactChanges {
 public:
  struct Parts {
    ContactEvents& contacts;
    StickEvents& sticking;
    WatchEvents& watch;
    LawWatch& law_watch;
    Restart& restart;
    Ending& ending;
    RigidChanges& rigid;
  };
  ContactChanges(Present& now, const Parts& parts) : now_(now), parts_(parts) {}
  // What touches at the start of a run is closed.
  void begin();
  void apply(int contact, ContactEventKind kind);
  void apply(const StickEvent& event);
  // Follows contacts that stop, hold, let go; logs what changed.
  void decide_sticking(std::optional<StickEvent> cause);
  // Switches a contact off, which ends its episode, or on: one that overlaps then begins there,
  // which is told; a rigid one must not. The caller starts anew from here.
  void free(int contact);
  void engage(int contact);
  void switch_friction(int bearing, bool on);
  // At the end of a step without further events: contacts that have come to rest, and those whose
  // gap state has drifted away from their coordinates.
  void settle();

 private:
  void arm(int contact);
  void close(int contact);
  void open(int contact);
  void turn(int contact);
  void turn_one(int contact);
  bool leads_others(int contact) const;
  bool rest_settled();
  bool any_drifts() const;

  Present& now_;
  Parts parts_;
  std::vector<StickChange> stick_changes_;  // scratch
};

}  // namespace mbs
