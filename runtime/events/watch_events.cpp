#include "runtime/events/watch_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/contact/forces.hpp"
#include "runtime/equations/watch_margins.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/numerics/crossing.hpp"

namespace mbs {

namespace {

// Instants within a step at which margins are looked at, so that one that comes and goes is seen. A
// closed contact takes steps much shorter than what its law does.
constexpr int looks_at_forces = 3, looks_at_laws = 1;

// Instants closer than a solver can step are one: the latest that counts as `t`.
double as_good_as(double t) {
  constexpr double apart = 256 * std::numeric_limits<double>::epsilon();
  return t + apart * std::abs(t);
}

// A run of microseconds, or of weeks, has another second than those of 10 ms to 10 s: what keeps a
// condition for a short while in one of these would outlast the first and never end the other.
double second_of(double duration) {
  constexpr double short_run = 1e-2, long_run = 10;
  if (!(duration > 0)) return 1;
  return duration < short_run ? duration : std::max(1.0, duration / long_run);
}

}  // namespace

WatchEvents::WatchEvents(const Model& model, Mode& mode, double duration, Workspace& workspace)
    : model_(model),
      watches_(watches(model)),
      mode_(mode),
      workspace_(workspace),
      second_(second_of(duration)) {
  margins_.resize(watches_.owner.size());
  dwells_.resize(margins_.size());
  guards_.resize(margins_.size());
  rates_.resize(margins_.size());
  paces_.resize(margins_.size());
  for (const Clock& clock : model.clocks) {
    clocks_.push_back({clock});
    any_clock_ = any_clock_ || clock;
    const bool of_force = watches_.owner[clocks_.size() - 1] < 0;
    forces_of_motion_ = forces_of_motion_ || (of_force && !clock);
  }
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    const int owner = watches_.owner[i];
    const bool sticks = owner >= 0 && can_stick(model, owner);
    elsewhere_.push_back(
        sticks && model.laws[model.contacts[owner].own.law].directions[watches_.index[i]] != 0);
  }
}

// Is any condition of the motion awake?
bool WatchEvents::follows_motion() {
  for (std::size_t i = 0; i < clocks_.size(); ++i)
    if (!clocks_[i].margin && !asleep(i)) return true;
  return false;
}

WatchFlags& WatchEvents::flags(int watch) {
  const int owner = watches_.owner[watch];
  return owner < 0 ? mode_.flags : mode_.contacts[owner].flags;
}

bool WatchEvents::asleep(int watch) {
  const int owner = watches_.owner[watch];
  if (elsewhere_[watch]) return true;
  return owner >= 0 && !may_act(model_, model_.contacts[owner], mode_.contacts[owner]);
}

double WatchEvents::margin(int watch, Instant now) {
  watch_margins(model_, now.in(mode_), margins_, workspace_);
  return margins_[watch];
}

void WatchEvents::freeze(int owner, Instant now) {
  if (margins_.empty()) return;
  for (std::size_t i = 0; i < margins_.size(); ++i)
    if (watches_.owner[i] == owner) flags(i).thaw(watches_.index[i]);
  watch_margins(model_, now.in(mode_), margins_, workspace_);
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    if (watches_.owner[i] != owner) continue;
    Clock& clock = clocks_[i].margin;
    set(i, clock ? clock->holds_after(now.t) : margins_[i] > 0);
    clocks_[i].next = -1;
    dwells_[i].length = 0;
  }
}

double WatchEvents::stop(double t, double t_end) {
  double first = t_end;
  for (std::size_t i = 0; any_clock_ && i < clocks_.size(); ++i) {
    ClockState& clock = clocks_[i];
    if (!clock.margin || asleep(i)) continue;
    if (is_due(i, t)) return t;
    if (clock.next <= as_good_as(t)) {
      const TimeFound found = clock.margin->leaves(t, t_end, 0, holds(i));
      clock.next = found.t;
      clock.turns = found.found;
      if (is_due(i, t)) return t;
    }
    first = std::min(first, clock.next);
  }
  return first;
}

bool WatchEvents::is_due(int watch, double t) const {
  const ClockState& clock = clocks_[watch];
  return clock.margin && clock.turns && clock.next >= 0 && clock.next <= as_good_as(t);
}

int WatchEvents::due(double t) {
  for (std::size_t i = 0; any_clock_ && i < clocks_.size(); ++i)
    if (!asleep(static_cast<int>(i)) && is_due(static_cast<int>(i), t)) return static_cast<int>(i);
  return -1;
}

// Margins at `from` and at `count` instants between it and the end of the segment.
void WatchEvents::sample(Segment& segment, double from, int count) {
  const std::size_t n = margins_.size();
  inside_.resize(n * (count + 1));
  for (int k = 0; k <= count; ++k) {
    const Instant now = segment.at(from + (segment.to() - from) * k / (count + 1));
    watch_margins(model_, now.in(mode_), margins_, workspace_);
    std::copy(margins_.begin(), margins_.end(),
              inside_.begin() + static_cast<std::ptrdiff_t>(k * n));
  }
}

// Where a margin changes its side, perhaps only to come back within the segment.
std::optional<double> WatchEvents::turn_of(int watch, Segment& segment, double from) {
  const bool side = holds(watch);
  const auto at = [&](double t) { return margin(watch, segment.at(t)); };
  const std::size_t n = margins_.size();
  row_.clear();
  for (std::size_t k = 0; k < inside_.size() / n; ++k) row_.push_back(inside_[k * n + watch]);
  row_.push_back(at_end_[watch]);
  if ((row_.front() > 0) != side)
    return (at_end_[watch] > 0) != side ? std::optional(from) : std::nullopt;
  const auto bracket = leaves_side(at, from, segment.to(), row_, side);
  if (!bracket) return {};
  return locate_crossing(at, bracket->from, bracket->to);
}

// Where a condition that chatters switches. It has come from the other side with the margin
// `reach`, and goes as far beyond 0 before it switches back: margins that go to and fro in straight
// lines then have the mean 0, as they have in the limit of ever faster switches. Switching at 0 on
// one side and late on the other would let the motion creep.
std::optional<double> WatchEvents::held_until(int watch, Segment& segment, double from) {
  Dwell& dwell = dwells_[watch];
  if (dwell.crossed > from) dwell.crossed.reset();  // of a step that was cut short before
  if (!dwell.crossed) dwell.crossed = turn_of(watch, segment, from);
  if (!dwell.crossed) return {};
  const double wrong = holds(watch) ? -1 : 1;
  const auto excess = [&](double t) { return wrong * margin(watch, segment.at(t)) - dwell.reach; };
  const double first = std::max({from, *dwell.crossed, dwell.begin + dwell.length});
  // As long as it took to come back; no longer, if the margin has come to rest.
  const double latest = std::max(first, 2 * *dwell.crossed - dwell.begin);
  if (first >= segment.to()) return {};
  dwell.planned = dwell.reach;
  if (const double now = excess(first); now >= 0) return dwell.planned += now, first;
  const double last = std::min(latest, segment.to());
  const double at_last = excess(last);
  if (at_last >= 0) return locate_crossing(excess, first, last);
  if (at_last + dwell.reach <= 0) return dwell.crossed.reset(), std::nullopt;  // back again
  if (latest > segment.to()) return {};
  dwell.planned += at_last;
  return last;
}

std::optional<WatchEvent> WatchEvents::earliest(Segment& segment, double from) {
  std::optional<WatchEvent> first;
  ++segments_;
  if (margins_.empty()) return first;
  const Instant end = segment.end();
  const auto consider = [&](double t, std::size_t watch) {
    if (!first || t < first->t) first = WatchEvent{t, static_cast<int>(watch)};
  };
  for (std::size_t i = 0; any_clock_ && i < clocks_.size(); ++i)
    if (!asleep(i) && is_due(i, end.t)) consider(std::min(clocks_[i].next, end.t), i);
  if (!follows_motion()) return first;
  watch_margins(model_, end.in(mode_), margins_, workspace_);
  at_end_ = margins_;  // same size: no allocation
  sample(segment, from, forces_of_motion_ ? looks_at_forces : looks_at_laws);
  for (std::size_t i = 0; i < at_end_.size(); ++i) {
    if (asleep(i) || clocks_[i].margin) continue;
    const int watch = static_cast<int>(i);
    const auto t =
        dwells_[i].length > 0 ? held_until(watch, segment, from) : turn_of(watch, segment, from);
    if (t) consider(*t, i);
  }
  return first;
}

// Does a condition that switches at `t` do so for ever?
bool WatchEvents::chatters(int watch, double t) {
  const bool at_once = guards_[watch].add(t, second_ * ChatterGuard::instant);
  // Round a point of rest the switches follow each other as fast as the solver can restart. A
  // motion that has died away below the tolerance takes as few steps, but at its own pace: to hold
  // the condition for less than that changes nothing.
  const bool steadily = paces_[watch].add(segments_, steps_per_switch * ChatterGuard::most);
  const bool fast = rates_[watch].add(t, second_ * longest * ChatterGuard::most);
  return at_once || (steadily && fast);
}

void WatchEvents::flip_one(int watch) {
  set(watch, !holds(watch));
  clocks_[watch].next = -1;
}

bool WatchEvents::flip(int watch, double t) {
  flip_one(watch);
  if (of_time(watch)) {
    for (int other = due(t); other >= 0; other = due(t)) flip_one(other);
    return false;  // it follows the clock, whatever the motion does
  }
  const bool again = chatters(watch, t);
  Dwell& dwell = dwells_[watch];
  const bool chattered = dwell.length > 0 && t < dwell.begin + 1001 * dwell.length;
  if (!chattered) {
    dwell.length = again ? second_ * shortest : 0;
    dwell.switches = 0;
  } else if (++dwell.switches == switches_per_doubling) {
    dwell.length = std::min(2 * dwell.length, second_ * longest);
    dwell.switches = 0;
  }
  dwell.begin = t;
  dwell.reach = dwell.length > 0 ? std::exchange(dwell.planned, 0) : 0;
  dwell.crossed.reset();
  return dwell.length > 0 && !std::exchange(dwell.told, true);
}

}  // namespace mbs
