// What frozen conditions change: the branch of a drive, force or law and with it, at once, what a
// drive prescribes.
#pragma once

#include "runtime/equations/velocity_jump.hpp"
#include "runtime/run/contact_changes.hpp"

namespace mbs {

class WatchChanges {
 public:
  WatchChanges(Present& now, const ContactChanges::Parts& parts, ContactChanges& changes);
  void flip(int watch);

 private:
  void flip_clock(int watch);
  bool follow_drives();
  void decide_under_load();
  Failure jumped_away(const PositionJump& jump) const;

  Present& now_;
  ContactEvents& contacts_;
  StickEvents& sticking_;
  WatchEvents& watch_;
  Restart& restart_;
  Ending& ending_;
  RigidChanges& rigid_;
  ContactChanges& changes_;
};

}  // namespace mbs
