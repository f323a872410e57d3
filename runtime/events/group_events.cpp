#include "runtime/events/group_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/contact/group.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/crossing.hpp"

namespace mbs {

namespace {

// Closings that follow each other within so many lengths of an impact, on average, are dense: then
// the steps are short anyway, and starting anew at order 1 costs more than the bend in the force.
constexpr double dense_lengths = 2;
constexpr double share_of_last = 0.2;  // of the newest in the running mean
constexpr double long_since = 4 * dense_lengths;
constexpr double steps_ahead = 4;  // a step may grow twofold, and then some

}  // namespace

GroupEvents::GroupEvents(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace,
                         Integrator& integrator)
    : model_(model),
      mode_(mode),
      integrator_(integrator),
      scales_(scales),
      law_jumps_(jumping_laws(model, scales, workspace)) {
  for (const ContactScale& scale : scales.groups) length_ = std::min(length_, scale.duration);
  pace_ = long_since;
  for (const GroupModel& g : model.groups) {
    const std::size_t n = g.members.size();
    groups_.push_back(
        {std::vector<NearPlace>(n), std::vector<NearPlace>(n), near_pairs(g), {}, {}, {}, {}});
  }
}

// ---- places and gaps -----------------------------------------------------------

Approach GroupEvents::approach_at(int group, const NearPair& pair, const double* y) const {
  const auto& members = model_.groups[group].members;
  const GroupMember &a = members[pair.first], &b = members[pair.second];
  return approach(a, b, place_of(model_, a, y), place_of(model_, b, y));
}

Approach GroupEvents::approach_in(int group, const NearPair& pair, Segment& segment,
                                  double t) const {
  const auto& members = model_.groups[group].members;
  std::array<int, 2 * unknowns_of_a_place> unknowns{};
  std::size_t n = 0;
  for (const int member : {pair.first, pair.second}) {
    const std::span<int> rest = std::span(unknowns).subspan(n);
    n += unknowns_of_place(model_, members[member], rest.first<unknowns_of_a_place>());
  }
  const Instant at = segment.at(t, {unknowns.data(), n});
  return approach_at(group, pair, at.y);
}

// ---- lists ---------------------------------------------------------------------

void GroupEvents::index_live(int group) {
  Group& g = groups_[group];
  const auto near = g.near.pairs();
  g.live.assign(near.size(), -1);
  const auto& pairs = mode_.groups[group].pairs;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const NearPair key{pairs[i].first, pairs[i].second};
    const auto at = std::lower_bound(near.begin(), near.end(), key);
    if (at != near.end() && *at == key) g.live[at - near.begin()] = static_cast<int>(i);
  }
}

void GroupEvents::list_renewed(int group) {
  Group& g = groups_[group];
  g.jumps.clear();
  for (const NearPair& pair : g.near.pairs()) {
    const ContactModel contact = pair_model(model_.groups[group], pair.first, pair.second);
    g.jumps.push_back(law_jumps_[contact.own.law]);
  }
  index_live(group);
  integrator_.set_near_pairs(group, g.near.pairs());
}

void GroupEvents::begin(Instant now) {
  restart(now);
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const int group = static_cast<int>(k);
    const auto near = groups_[k].near.pairs();
    for (std::size_t i = 0; i < near.size(); ++i) {
      const Approach a = approach_at(group, near[i], now.y);
      if (a.gap < 0 || (a.gap == 0 && a.rate <= 0))
        close(group, static_cast<int>(i), now.t, std::max(0.0, -a.rate));
    }
    index_live(group);
  }
}

void GroupEvents::restart(Instant now) {
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    const int group = static_cast<int>(k);
    place_all(model_, model_.groups[group], now.y, g.before);
    if (g.near.update(g.before, g.before, 0)) list_renewed(group);
    g.soft.clear();
    g.hard.clear();
    index_live(group);
  }
}

// ---- a segment -----------------------------------------------------------------

void GroupEvents::measure(Segment& segment) {
  const Instant end = segment.end();
  const double h = segment.to() - segment.from();
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    const int group = static_cast<int>(k);
    place_all(model_, model_.groups[group], end.y, g.now);
    if (g.near.update(g.before, g.now, h)) list_renewed(group);
    g.soft.clear();
    g.hard.clear();
    for (std::size_t i = 0; i < g.live.size(); ++i) inspect(group, static_cast<int>(i), segment);
  }
}

void GroupEvents::inspect(int group, int near, Segment& segment) {
  Group& g = groups_[group];
  const NearPair pair = g.near.pairs()[near];
  const auto& members = model_.groups[group].members;
  const GroupMember &a = members[pair.first], &b = members[pair.second];
  const Approach now = approach(a, b, g.now[pair.first], g.now[pair.second]);
  const PairMode* live = g.live[near] < 0 ? nullptr : &mode_.groups[group].pairs[g.live[near]];
  if (live && live->closed) {
    if (now.gap <= 0) return;
    if (g.jumps[near])
      g.hard.push_back(
          {locate_crossing([&](double t) { return approach_in(group, pair, segment, t).gap; },
                           segment.from(), segment.to()),
           group, pair});
    else
      g.soft.push_back({near, segment.to(), now.rate});
    return;
  }
  if (now.gap <= 0) return closes(group, near, segment, segment.to());
  // Touched and left again inside the step? The gap is least where its rate turns.
  const double h = segment.to() - segment.from();
  if (now.rate <= 0 || now.gap > steps_ahead * now.rate * h) return;
  if (approach(a, b, g.before[pair.first], g.before[pair.second]).rate >= 0) return;
  const double turn =
      locate_crossing([&](double t) { return approach_in(group, pair, segment, t).rate; },
                      segment.from(), segment.to());
  if (approach_in(group, pair, segment, turn).gap <= 0) closes(group, near, segment, turn);
}

// Closes before `to`. A pair that was ready has had its force in this step, unless it left again.
void GroupEvents::closes(int group, int near, Segment& segment, double to) {
  Group& g = groups_[group];
  const NearPair pair = g.near.pairs()[near];
  const double t = locate_crossing(
      [&](double at) { return approach_in(group, pair, segment, at).gap; }, segment.from(), to);
  if (g.live[near] >= 0 && to == segment.to())
    g.soft.push_back({near, t, std::max(0.0, -approach_in(group, pair, segment, t).rate)});
  else
    g.hard.push_back({t, group, pair});
}

std::optional<GroupEvent> GroupEvents::earliest() const {
  std::optional<GroupEvent> first;
  for (const Group& g : groups_)
    for (const GroupEvent& event : g.hard)
      if (!first || event.t < first->t) first = event;
  return first;
}

void GroupEvents::apply(const GroupEvent& event, Instant now) {
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const Group& g = groups_[k];
    const int group = static_cast<int>(k);
    const auto near = g.near.pairs();
    for (std::size_t i = 0; i < near.size(); ++i) {
      const Approach a = approach_at(group, near[i], now.y);
      const bool closed = g.live[i] >= 0 && mode_.groups[k].pairs[g.live[i]].closed;
      const bool due = event.group == group && event.pair == near[i];
      if (!closed && (a.gap <= 0 || due))
        close(group, static_cast<int>(i), now.t, std::max(0.0, -a.rate));
      if (closed && (a.gap > 0 || due)) open(group, static_cast<int>(i), now.t, a.rate);
    }
    forget_open(group);
    index_live(group);
  }
}

bool GroupEvents::settle(Instant end, double step) {
  const std::size_t known = changes_.size();
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    Group& g = groups_[k];
    const int group = static_cast<int>(k);
    for (const Soft& soft : g.soft) {
      const bool closed = mode_.groups[k].pairs[g.live[soft.near]].closed;
      if (closed)
        open(group, soft.near, soft.t, soft.speed);
      else
        close(group, soft.near, soft.t, soft.speed);
    }
    g.soft.clear();
    g.hard.clear();
    std::swap(g.before, g.now);
    forget_open(group);
    index_live(group);
    if (!dense(end.t)) continue;
    ready(group, step);
    index_live(group);
  }
  return changes_.size() > known;
}

// ---- changes -------------------------------------------------------------------

void GroupEvents::close(int group, int near, double t, double speed) {
  const NearPair pair = groups_[group].near.pairs()[near];
  auto& pairs = mode_.groups[group].pairs;
  const int live = groups_[group].live[near];
  PairMode& mode = live < 0 ? pairs.emplace_back() : pairs[live];
  mode = {pair.first, pair.second, true, speed, slow_of(group, pair)};
  ++mode_.groups[group].hits;
  changes_.push_back({t, group, pair, true, speed});
  count_hit(t);
}

// Nobody follows which way a pair slides: friction that jumps where sliding ends fades there.
double GroupEvents::slow_of(int group, const NearPair& pair) const {
  const ContactModel contact = pair_model(model_.groups[group], pair.first, pair.second);
  return jumps_at_rest(model_.laws[contact.own.law]) ? scales_.slow_sliding() : 0;
}

void GroupEvents::open(int group, int near, double t, double speed) {
  const NearPair pair = groups_[group].near.pairs()[near];
  mode_.groups[group].pairs[groups_[group].live[near]].open();
  changes_.push_back({t, group, pair, false, speed});
}

// What has opened, and what was ready but may not close soon after all.
void GroupEvents::forget_open(int group) {
  std::erase_if(mode_.groups[group].pairs, [](const PairMode& pair) { return !pair.closed; });
}

void GroupEvents::count_hit(double t) {
  const double since = std::clamp((t - last_) / length_, 0.0, long_since);
  pace_ += share_of_last * (since - pace_);
  last_ = std::max(last_, t);
}

bool GroupEvents::dense(double t) const {
  return pace_ < dense_lengths && t - last_ < long_since * length_;
}

// Makes those ready that may close within the next step.
void GroupEvents::ready(int group, double step) {
  Group& g = groups_[group];
  auto& pairs = mode_.groups[group].pairs;
  const auto& members = model_.groups[group].members;
  const auto near = g.near.pairs();
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (g.live[i] >= 0 || g.jumps[i]) continue;
    const auto [first, second] = near[i];
    const Approach a = approach(members[first], members[second], g.before[first], g.before[second]);
    if (a.rate < 0 && a.gap + steps_ahead * step * a.rate < 0)
      pairs.push_back({first, second, false, -a.rate, slow_of(group, near[i])});
  }
}

std::string GroupEvents::name(const GroupChange& change) const {
  return pair_name(model_.groups[change.group], change.pair.first, change.pair.second);
}

}  // namespace mbs
