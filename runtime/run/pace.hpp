// How far steps may go, and how long the run.
#pragma once

#include <chrono>

#include "runtime/coordinates/step_limit.hpp"
#include "runtime/events/watch_events.hpp"
#include "runtime/run/present.hpp"
#include "runtime/time/turns.hpp"

namespace mbs {

class Pace {
 public:
  explicit Pace(Present& now);
  // Where the run begins, or goes on.
  void begin() { looked_at_ = now_.t; }
  // False if somebody or some limit ends the run.
  bool within_limits(double t_end);
  // After a step that began at `from`; false if rounding takes steps away.
  bool gets_on(double from, double t_end);
  // The longest step from y on, s. Where the motion `asks`, it is looked at now and then.
  double longest_step(const double* y, bool asks) const;
  double next_stop(WatchEvents& watch, double t_end);  // s, of a step from here

 private:
  double longest_turn(const double* y, bool asks) const;
  double longest_blind_step(bool asks) const;  // s

  Present& now_;
  StepLimit step_limit_;
  Turns turns_;
  std::chrono::steady_clock::time_point began_;
  double looked_at_ = 0;        // s, of the run: when the pace was looked at last
  long accepted_ = 0;           // steps since then
  int without_progress_ = 0;    // of them the last ones that did not change the time
  long looks_ = 0, polls_ = 0;  // at limits; of them those for progress
};

}  // namespace mbs
