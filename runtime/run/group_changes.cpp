#include "runtime/run/group_changes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/group_places.hpp"

namespace mbs {

GroupChanges::GroupChanges(Present& now, LawWatch& law_watch, Restart& restart)
    : now_(now),
      law_watch_(law_watch),
      restart_(restart),
      groups_(now.model, now.scales, now.mode, now.workspace, *now.integrator) {}

void GroupChanges::begin() {
  groups_.begin(now_.here());
  log_changes();
}

void GroupChanges::restart() {
  if (!now_.integrator->follows_pairs()) groups_.restart(now_.here());
}

void GroupChanges::measure() {
  if (!any()) return;
  taken_ = 0;
  if (!now_.integrator->follows_pairs()) groups_.measure(now_.segment);
}

// What the integrator finds itself matters only if some condition may depend on it.
std::optional<double> GroupChanges::next(bool conditions) {
  if (!any()) return {};
  event_ = groups_.earliest();
  if (event_) return event_->t;
  const auto changes = now_.integrator->changes();
  if (!conditions || taken_ == changes.size()) return {};
  return changes[taken_].t;
}

// Pairs whose contact could not be foreseen, or whose force jumps.
void GroupChanges::apply(double t) {
  if (now_.integrator->follows_pairs()) return take_changes(t);
  now_.record(now_.here());
  groups_.apply(*event_, now_.here());
  double first_step = std::numeric_limits<double>::infinity();
  for (const GroupChange& change : groups_.changes())
    if (change.closes) first_step = std::min(first_step, restart_.onset_step(change));
  log_changes();
  now_.mode_changed();
  if (std::isfinite(first_step))
    restart_.restart_here(first_step);
  else
    restart_.restart_shorter();
}

void GroupChanges::settle(Instant end) {
  if (!any()) return;
  if (now_.integrator->follows_pairs())
    take_changes(end.t);
  else if (groups_.settle(end, now_.integrator->last_step()))
    now_.mode_changed();
  log_changes();
}

// What the integrator finds between pairs of groups itself needs no new start.
void GroupChanges::take_changes(double until) {
  const auto changes = now_.integrator->changes();
  for (; taken_ < changes.size() && changes[taken_].t <= until; ++taken_) {
    const GroupChange& change = changes[taken_];
    note_change(now_.mode.groups[change.group], change);
    log(change);
    now_.mode_changed();
  }
}

void GroupChanges::log_changes() {
  for (const GroupChange& change : groups_.changes()) log(change);
  groups_.forget_changes();
}

void GroupChanges::log(const GroupChange& change) {
  now_.recorder.log(change.t, change.closes ? "closed" : "opened", groups_.name(change),
                    change.speed);
  law_watch_.begin(change);
}

}  // namespace mbs
