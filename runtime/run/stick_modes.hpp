// What sticks by a force. Beside rigid contacts it is decided together with them; what resists
// turning begins and ends with its contact.
#pragma once

#include <optional>
#include <vector>

#include "runtime/events/stick_events.hpp"
#include "runtime/events/watch_events.hpp"
#include "runtime/run/present.hpp"

namespace mbs {

// What resists turning begins and ends with its contact; whether one that held has ended.
bool follow_turnings(Present& now, WatchEvents& watch);
// Which contacts stick from now on and which way the others slide, and tells what has changed.
// False if the forces could not be evaluated. `changes` is scratch.
bool decide_sticking(Present& now, StickEvents& sticking, std::optional<StickEvent> cause,
                     std::vector<StickChange>& changes);

class StickModes {
 public:
  StickModes(Present& now, StickEvents& sticking, WatchEvents& watch);
  bool turns_rigidly(int contact) const;  // is it what resists turning at a rigid contact?
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
