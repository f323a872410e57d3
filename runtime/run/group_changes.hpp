// What happens to pairs of groups: they close and open, with a new start of the solver or without.
#pragma once

#include <optional>

#include "runtime/events/group_events.hpp"
#include "runtime/run/law_watch.hpp"
#include "runtime/run/present.hpp"
#include "runtime/run/restart.hpp"

namespace mbs {

class GroupChanges {
 public:
  GroupChanges(Present& now, LawWatch& law_watch, Restart& restart);
  // Closes what touches at the start of a run.
  void begin();
  // Before the solver starts.
  void restart();
  // Looks through the step that has been accepted.
  void measure();
  // When the next thing happens in it that others may have to know of.
  std::optional<double> next(bool conditions);
  void apply(double t);
  // Takes over the rest of the step.
  void settle(Instant end);

 private:
  bool any() const { return now_.layout.groups > 0; }
  void take_changes(double until);
  void log_changes();
  void log(const GroupChange& change);

  Present& now_;
  LawWatch& law_watch_;
  Restart& restart_;
  GroupEvents groups_;
  std::optional<GroupEvent> event_;  // the one that is next
  std::size_t taken_ = 0;            // of the changes in the integrator's last step
};

}  // namespace mbs
