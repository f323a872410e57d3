#include "runtime/watch_events.hpp"

#include <cmath>
#include <limits>

#include "runtime/crossing.hpp"
#include "runtime/model_impl.hpp"

namespace mbs {

WatchEvents::WatchEvents(const Model& model, Mode& mode, Workspace& workspace)
    : model_(model), watches_(watches(model)), mode_(mode), workspace_(workspace) {
  margins_.resize(watches_.owner.size());
  live_.resize(margins_.size());
  guards_.resize(margins_.size());
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
  return live_[watch] || elsewhere_[watch] || (owner >= 0 && !mode_.contacts[owner].armed);
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
  for (std::size_t i = 0; i < margins_.size(); ++i)
    if (watches_.owner[i] == owner && !live_[i]) flag(i) = margins_[i] > 0 ? 1 : 0;
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
    const double t = locate_crossing(side, from, segment.to());
    if (!first || t < first->t) first = WatchEvent{t, static_cast<int>(i)};
  }
  return first;
}

bool WatchEvents::flip(int watch, double t) {
  const bool at_once = guards_[watch].add(t);
  // Round a point of rest the switches follow each other as fast as the solver can restart.
  const bool all_the_time = paces_[watch].add(segments_, steps_per_switch * ChatterGuard::most);
  const bool chatters = at_once || all_the_time;
  flag(watch) = flag(watch) > 0.5 ? 0 : 1;
  if (!chatters) return false;
  live_[watch] = true;
  flag(watch) = std::numeric_limits<double>::quiet_NaN();
  return true;
}

}  // namespace mbs
