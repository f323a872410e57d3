// What resists turning at contacts: it begins and ends with them. Beside rigid contacts it is
// decided together with them, and so is all else that sticks by a force.
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
  bool is_one(int contact) const;  // of those that turn at rigid contacts
  // Speeds have jumped: what moves now sticks no longer.
  void release();
  // What sticks and what moves, with the contacts as they are. False if the forces could not
  // be evaluated.
  bool decide();
  bool changed() const { return changed_; }  // by the last decision
  // Why a run ends in which they never come to what the contacts allow: E0707 of the first of them.
  Failure undecided() const;

 private:
  struct State {
    bool armed = false, sticking = false;
    bool operator==(const State&) const = default;
  };
  std::vector<State> states() const;  // of what can stick

  Present& now_;
  StickEvents& sticking_;
  WatchEvents& watch_;
  std::vector<int> turnings_;         // at rigid contacts
  std::vector<int> held_;             // all that can stick but rigid contacts
  std::vector<StickChange> changes_;  // scratch
  bool changed_ = false;
};

}  // namespace mbs
