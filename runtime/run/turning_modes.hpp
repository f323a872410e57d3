// What resists turning at contacts: it begins and ends with them, and at rigid ones it is decided
// together with them.
#pragma once

#include <vector>

#include "runtime/events/stick_events.hpp"
#include "runtime/events/watch_events.hpp"
#include "runtime/run/present.hpp"

namespace mbs {

// What resists turning begins and ends with its contact; whether one that held has ended.
bool follow_turnings(Present& now, WatchEvents& watch);
void log_sticking(Present& now, const std::vector<StickChange>& changes);

class TurningModes {
 public:
  TurningModes(Present& now, StickEvents& sticking, WatchEvents& watch);
  bool any() const { return !turnings_.empty(); }  // at rigid contacts
  bool is_one(int contact) const;
  // Speeds have jumped: what turns now holds no longer.
  void release();
  // Which of them hold and which turn, with the contacts as they are. False if the forces could not
  // be evaluated.
  bool decide();
  bool changed() const { return changed_; }  // by the last decision
  // Why a run ends in which they never come to what the contacts allow: E0707 of the first of them.
  Failure undecided() const;

 private:
  std::vector<ContactMemory> memories() const;

  Present& now_;
  StickEvents& sticking_;
  WatchEvents& watch_;
  std::vector<int> turnings_;
  std::vector<StickChange> changes_;  // scratch
  bool changed_ = false;
};

}  // namespace mbs
