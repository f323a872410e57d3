#include "runtime/watch_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/crossing.hpp"
#include "runtime/model_impl.hpp"

namespace mbs {

WatchEvents::WatchEvents(const Model& model, Mode& mode, Workspace& workspace)
    : model_(model), watches_(watches(model)), mode_(mode), workspace_(workspace) {
  margins_.resize(watches_.owner.size());
  dwells_.resize(margins_.size());
  guards_.resize(margins_.size());
  rates_.resize(margins_.size());
  paces_.resize(margins_.size());
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    const int owner = watches_.owner[i];
    const bool sticks = owner >= 0 && can_stick(model, owner);
    elsewhere_.push_back(sticks &&
                         model.laws[model.contacts[owner].law].directions[watches_.index[i]] != 0);
  }
}

double& WatchEvents::flag(int watch) {
  const int owner = watches_.owner[watch];
  auto& flags = owner < 0 ? mode_.flags : mode_.contacts[owner].flags;
  return flags[watches_.index[watch]];
}

bool WatchEvents::asleep(int watch) {
  const int owner = watches_.owner[watch];
  return elsewhere_[watch] || (owner >= 0 && !mode_.contacts[owner].armed);
}

double WatchEvents::margin(int watch, Instant now) {
  watch_margins(model_, now.t, now.y, now.yp, mode_, margins_, workspace_);
  return margins_[watch];
}

void WatchEvents::freeze(int owner, Instant now) {
  if (margins_.empty()) return;
  for (std::size_t i = 0; i < margins_.size(); ++i)
    if (watches_.owner[i] == owner) flag(i) = std::numeric_limits<double>::quiet_NaN();
  watch_margins(model_, now.t, now.y, now.yp, mode_, margins_, workspace_);
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    if (watches_.owner[i] != owner) continue;
    flag(i) = margins_[i] > 0 ? 1 : 0;
    dwells_[i].length = 0;
  }
}

std::optional<WatchEvent> WatchEvents::earliest(Segment& segment, double from) {
  std::optional<WatchEvent> first;
  ++segments_;
  if (margins_.empty()) return first;
  const Instant end = segment.end();
  watch_margins(model_, end.t, end.y, end.yp, mode_, margins_, workspace_);
  at_end_ = margins_;  // same size: no allocation
  for (std::size_t i = 0; i < at_end_.size(); ++i) {
    if (asleep(i) || (at_end_[i] > 0) == (flag(i) > 0.5)) continue;
    const auto side = [&](double t) { return margin(i, segment.at(t)); };
    const double begin = dwells_[i].length > 0 ? std::max(from, dwells_[i].end) : from;
    if (begin >= segment.to()) continue;
    const bool late = begin > from && (side(begin) > 0) != (flag(i) > 0.5);
    const double t = late ? begin : locate_crossing(side, begin, segment.to());
    if (!first || t < first->t) first = WatchEvent{t, static_cast<int>(i)};
  }
  return first;
}

// Does a condition that switches at `t` do so for ever?
bool WatchEvents::chatters(int watch, double t) {
  const bool at_once = guards_[watch].add(t);
  // Round a point of rest the switches follow each other as fast as the solver can restart. A motion
  // that has died away below the tolerance takes as few steps, but at its own pace: to hold the
  // condition for less than that changes nothing.
  const bool steadily = paces_[watch].add(segments_, steps_per_switch * ChatterGuard::most);
  const bool fast = rates_[watch].add(t, longest * ChatterGuard::most);
  return at_once || (steadily && fast);
}

bool WatchEvents::flip(int watch, double t) {
  flag(watch) = flag(watch) > 0.5 ? 0 : 1;
  const bool again = chatters(watch, t);
  Dwell& dwell = dwells_[watch];
  const bool chattered = dwell.length > 0 && t < dwell.end + 1000 * dwell.length;
  if (!chattered) {
    dwell.length = again ? shortest : 0;
    dwell.switches = 0;
  } else if (++dwell.switches == switches_per_doubling) {
    dwell.length = std::min(2 * dwell.length, longest);
    dwell.switches = 0;
  }
  dwell.end = t + dwell.length;
  return dwell.length > 0 && !std::exchange(dwell.told, true);
}

}  // namespace mbs
