// Which contacts stick from an instant on, and which way the others slide.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/forced_sliding.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/events/stick_events.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/model/instant.hpp"

namespace mbs {

namespace {

constexpr double first_pause = 1e-6;  // s
// Part of the largest acceleration that counts as against the sliding.
constexpr double backwards = 1e-6;

int sign_of(double x) {
  return x < 0 ? -1 : 1;
}

// What is let go at its bound and then braked by more than that stops at once, is let go again, and
// so on for ever.
void refuse_weak_hold(const Model& m, int contact, const Instant& now, Workspace& w) {
  constexpr double rounding = 1e-6;
  ContactForce f;
  if (!contact_force(m, contact, now, now.mode->contacts[contact], w, f)) return;
  if (!(std::abs(f.FT) * (1 - rounding) > f.bound)) return;
  const ContactSite site = site_of(m, contact);
  Failure failure{Code::E0608, site.origin, {}, {}, {}};
  failure.message = fmt::format("`stick` of {} `{}` is {:.6g} N at rest at t = {:.6g} ms",
                                site.kind, site.name, f.bound, now.t * 1e3);
  failure.notes.push_back(fmt::format("`FT` is {:.6g} N as sliding begins", std::abs(f.FT)));
  failure.hint = "what holds a contact is at least what brakes it once it slides";
  keep(w, std::move(failure));
}

}  // namespace

// The direction that the law sees from now on; at rest (0) it sees none.
void StickEvents::slide(int contact, int direction) {
  ContactMode& mode = mode_.contacts[contact];
  if (direction != 0) trackers_[contact].given = false;
  mode.slide(direction);
  mode.flags.freeze_by_way(model_.laws[model_.contacts[contact].own.law].directions, direction);
}

// What it moves at that moment is the error of the steps so far.
void StickEvents::let_go(int leader, double force, Instant now) {
  const int direction = any_way(leader) ? 1 : sign_of(force);
  place(model_, now.y, workspace_.impl().at);
  const auto led = [&](int c) {
    if (model_.layout.spatial()) return along_one_line(model_, c, leader, mode_, workspace_);
    return c == leader || mode_.contacts[c].leader == leader;
  };
  for (const int c : contacts_) {
    ContactMode& mode = mode_.contacts[c];
    if (!mode.sticking || !led(c)) continue;
    const bool soft = trackers_[c].soft;
    if (any_way(c) && soft)
      aim(c, now);
    else if (any_way(c))
      aim_by_force(c);
    mode.slip();
    slide(c, direction);
    trackers_[c].soft = false;
    trackers_[c].moving = soft;
    trackers_[c].slack = still() + 2 * motion(c, now);
    refuse_weak_hold(model_, c, now.in(mode_), workspace_);
  }
}

// Along what it is held.
HeldWays StickEvents::ways(int contact) {
  const ContactModel& c = model_.contacts[contact];
  const bool normal = !c.bearing();
  const Vector3 n = normal ? geometry_of(model_, contact, workspace_).n : Vector3(Vector3::Zero());
  return held_ways(c, n, mode_.contacts[contact].axis);
}

// How fast what holds nothing would begin to slide, m/s^2.
Vector3 StickEvents::push_any_way(int contact) {
  const HeldWays held = ways(contact);
  std::array<double, 3> along{};
  for (int k = 0; k < held.count; ++k)
    along[k] = rate_along(slide_row_in_space(model_, contact, held.ways[k], workspace_),
                          rates_.data() + model_.layout.v);
  return held.sum(along.data());
}

// Sliding begins against the force that held it; without one, the way it is pushed.
void StickEvents::aim_by_force(int contact) {
  const double* held = rates_.data() + model_.layout.hold + model_.contacts[contact].own.hold;
  Vector3 along = ways(contact).sum(held);
  if (along.norm() == 0) along = push_any_way(contact);
  aim_along(contact, along.data());
}

void StickEvents::release(Instant now) {
  for (const int c : contacts_) {
    ContactMode& mode = mode_.contacts[c];
    if (!mode.armed || motion(c, now) <= still()) continue;
    trackers_[c].jumped = mode.sticking;
    trackers_[c].soft = false;
    mode.slip();
    slide(c, any_way(c) ? 1 : sign_of(speed(c, now)));
    aim(c, now);
    trackers_[c].slack = 0;
    trackers_[c].moving = true;
  }
}

// A joint that the mechanism takes along whatever holds it.
bool StickEvents::reverse_if_forced(int contact, Instant now) {
  trackers_[contact].given = false;
  if (!model_.contacts[contact].bearing()) return false;
  return any_way(contact) ? reverse_any_way_if_forced(contact, now)
                          : reverse_along_if_forced(contact, now);
}

bool StickEvents::reverse_along_if_forced(int contact, Instant now) {
  const auto rate = forced_sliding(model_, contact, now.in(mode_), workspace_);
  trackers_[contact].given = rate.has_value();
  if (!rate || *rate == 0) return false;
  set_off(contact, sign_of(*rate), now);
  return true;
}

bool StickEvents::reverse_any_way_if_forced(int contact, Instant now) {
  const auto rate = forced_sliding_any_way(model_, contact, now.in(mode_), workspace_);
  trackers_[contact].given = rate.has_value();
  if (!rate || rate->isZero(0)) return false;
  aim_along(contact, rate->data());
  set_off(contact, 1, now);
  return true;
}

void StickEvents::set_off(int contact, int direction, Instant now) {
  mode_.contacts[contact].slip();
  slide(contact, direction);
  trackers_[contact].moving = false;
  trackers_[contact].slack = still() + 2 * motion(contact, now);
}

void StickEvents::stick(int contact, Instant now) {
  ContactMode& mode = mode_.contacts[contact];
  if (any_way(contact) && !mode.sticking) {
    place(model_, now.y, workspace_.impl().at);
    if (!model_.contacts[contact].bearing())
      mode.tangents_from(least_axis(geometry_of(model_, contact, workspace_).n));
    mode.lose_way();
  }
  mode.stick();
}

// Friction can hold some contacts along one way alone: a cone that rolls on its rim, whose tip a
// pin holds, creeps along its own line by a part in a million of what it sinks in, whatever holds
// it. Where that stops it still slides across, slower than its direction counts, and would be
// stopped there, and so on for ever. Such a contact is held softly: it gives way by that speed at
// its bound, as it did before it stopped.
bool StickEvents::crawls(int contact, double speed) {
  constexpr int often = 3;
  Tracker& tracker = trackers_[contact];
  tracker.crawled = tracker.fast || speed > scales_.slow_sliding() ? 0 : tracker.crawled + 1;
  tracker.fast = false;
  if (tracker.crawled < often) return false;
  tracker.crawled = 0;
  tracker.soft = true;
  return true;
}

void StickEvents::hold_resting(Instant now, std::optional<StickEvent> cause) {
  const auto stops = [&](int c) {
    return cause && cause->contact == c && cause->kind == StickEventKind::stops;
  };
  for (const int c : contacts_) {
    const ContactMode& mode = mode_.contacts[c];
    if (!mode.armed) continue;
    const double vt = any_way(c) ? motion(c, now) : speed(c, now);
    // One that was held by another has no constraint of its own, so it moves a little.
    const bool alone = mode.leader >= 0 && !mode_.contacts[mode.leader].armed;
    const bool rests = std::abs(vt) <= (stops(c) ? grip() : still());
    const bool creeps = stops(c) && any_way(c) && !rests && crawls(c, vt);
    if ((mode.sticking && !alone) || rests || creeps) {
      if (!reverse_if_forced(c, now)) stick(c, now);
      continue;
    }
    mode_.contacts[c].slip();
    if (mode.direction != 0 && !stops(c)) continue;
    slide(c, sign_of(vt));
    aim(c, now);
    trackers_[c].moving = true;
  }
  hold_neighbours(now);
}

// A contact that slides along the same line as one that sticks must stick, too; in space one of the
// same patch must unless it slides.
void StickEvents::hold_neighbours(Instant now) {
  place(model_, now.y, workspace_.impl().at);
  for (const int c : contacts_)
    for (const int other : contacts_)
      if (mode_.contacts[c].sticking && mode_.contacts[other].armed &&
          (!model_.layout.spatial() || motion(other, now) <= grip()) &&
          along_one_line(model_, c, other, mode_, workspace_))
        stick(other, now);
}

void StickEvents::pause_if_chattering(int contact, Instant now) {
  Tracker& tracker = trackers_[contact];
  if (!tracker.guard.add(now.t)) return;
  if (tracker.pause == 0) chatter_ = contact;
  tracker.pause = std::max(first_pause, 2 * tracker.pause);
  for (const int c : contacts_)
    if (along_one_line(model_, c, contact, mode_, workspace_))
      trackers_[c].held_until = now.t + tracker.pause;
}

// Each gives way by as much less as its bound is larger than their mean.
void StickEvents::share_patches(Instant now) {
  constexpr double most = 1e3;
  order_.clear();
  bounds_.clear();
  for (const int c : contacts_) {
    if (!mode_.contacts[c].sticking) continue;
    order_.push_back(c);
    bounds_.push_back(shared_bound(model_, c, now.in(mode_), workspace_));
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    ContactMode& mode = mode_.contacts[order_[i]];
    double sum = 0;
    int count = 0, first = -1;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (!along_one_line(model_, order_[i], order_[k], mode_, workspace_)) continue;
      if (first < 0) first = order_[k];
      sum += bounds_[k];
      ++count;
    }
    mode.join(first == order_[i] ? -1 : first);
    double softness =
        count > 1 && bounds_[i] > 0 ? std::clamp(sum / count / bounds_[i], 1 / most, most) : 1;
    mode.soften(std::max(softness, softened(order_[i], bounds_[i])));
  }
  soften_turnings();
}

// Softness of one that is held softly, or that nothing could move: there what holds it is the speed
// that constraints leave it, rounding, over its creep.
double StickEvents::softened(int contact, double bound) const {
  const Tracker& tracker = trackers_[contact];
  constexpr double most = 1e9;  // FN may only begin to grow
  const double at_its_bound = tracker.soft ? scales_.slow_sliding() : tracker.given ? still() : 0;
  const double creep = model_.contacts[contact].own.creep;
  return bound > 0 ? std::min(most, at_its_bound / (creep * bound)) : 1;
}

// Where other contacts of its bodies hold turning as well, by sticking or rolling by their normals,
// they carry it: what resists it there gives way by more, or rounding of their sliding would be
// moments of it, which no step is short enough for.
void StickEvents::soften_turnings() {
  constexpr double softer = 1e3;
  for (const int c : order_) {
    const Turning* turning = model_.contacts[c].turning();
    for (int other = 0; turning && other < model_.layout.touching; ++other) {
      const ContactMode& mode = mode_.contacts[other];
      const bool holds = mode.sticking || (mode.pressed && !turning->spins);
      if (holds && other != turning->of &&
          between_same_bodies(model_.contacts[c], model_.contacts[other]))
        mode_.contacts[c].soften(softer);
    }
  }
}

// The contact with the least sliding speed leads those that stick along one line: the speeds of the
// others differ from its own by nothing but their levers.
void StickEvents::join_groups(Instant now) {
  place(model_, now.y, workspace_.impl().at);
  if (model_.layout.spatial()) return share_patches(now);
  order_.clear();
  for (const int c : contacts_) {
    mode_.contacts[c].lead();
    if (mode_.contacts[c].sticking) order_.push_back(c);
  }
  const auto vt = [&](int c) { return motion(c, now); };
  const auto slower = [&](int a, int b) { return vt(a) < vt(b); };
  for (auto next = order_.begin(); next != order_.end(); ++next)
    std::rotate(std::upper_bound(order_.begin(), next, *next, slower), next, next + 1);
  for (std::size_t i = 0; i < order_.size(); ++i)
    for (std::size_t k = 0; k < i && mode_.contacts[order_[i]].leader < 0; ++k)
      if (mode_.contacts[order_[k]].leader < 0 &&
          along_one_line(model_, order_[i], order_[k], mode_, workspace_))
        mode_.contacts[order_[i]].follow(order_[k]);
  for (const int c : order_) {
    const double bound =
        trackers_[c].given ? shared_bound(model_, c, now.in(mode_), workspace_) : 0;
    mode_.contacts[c].soften(std::max(1.0, softened(c, bound)));
  }
}

bool StickEvents::solve(Instant now) {
  join_groups(now);
  return make_consistent(model_, now.in(mode_), rates_.data(), workspace_);
}

double StickEvents::largest_acceleration() const {
  double largest = 0;
  for (int i = 0; i < model_.layout.motions; ++i)
    largest = std::max(largest, std::abs(rates_[model_.layout.v + i]));
  return largest;
}

// What has no bound yet, as its normal force only begins to grow, is overloaded by any push.
int StickEvents::most_overloaded(Instant now, double& force) {
  int worst = -1;
  double most = 0;
  const Instant with_rates{now.t, now.y, rates_.data()};
  for (const int c : contacts_) {
    const ContactMode& mode = mode_.contacts[c];
    if (!mode.sticking || mode.leader >= 0 || now.t < trackers_[c].held_until) continue;
    const double* by = rates_.data() + model_.layout.hold + model_.contacts[c].own.hold;
    double held = any_way(c) ? held_size(c, rates_.data()) : by[0];
    double over = excess(c, with_rates);
    if (held == 0 && over == 0 && any_way(c)) {
      over = push_any_way(c).norm();
      if (over <= backwards * largest_acceleration()) over = 0;
    } else if (held == 0 && over == 0) {
      held = slope(c, with_rates);
      if (std::abs(held) > backwards * largest_acceleration()) over = std::abs(held);
    }
    if (over > most) most = over, worst = c, force = held;
  }
  return worst;
}

// One that was let go but is pushed the other way since others have been let go as well.
int StickEvents::wrongly_sliding(Instant now) {
  const double largest = largest_acceleration();
  for (const int c : contacts_) {
    if (!released_[c] || !sliding(c)) continue;
    const double push = mode_.contacts[c].direction * slope(c, {now.t, now.y, rates_.data()});
    if (push < -backwards * largest) return c;
  }
  return -1;
}

namespace {

// A joint that is held because its sliding ends just now.
bool has_stopped(const Model& m, const Mode& mode, const std::optional<StickEvent>& cause) {
  return cause && cause->kind == StickEventKind::stops && mode.contacts[cause->contact].sticking &&
         m.contacts[cause->contact].bearing() && !slides_any_way(m, m.contacts[cause->contact]);
}

}  // namespace

// Where no force fits while a joint is held that stops just now, as friction elsewhere presses
// itself up then, it slides on the other way.
bool StickEvents::decide(Instant now, std::optional<StickEvent> cause,
                         std::vector<StickChange>& changes) {
  if (contacts_.empty()) return true;
  before_.assign(mode_.contacts.begin(), mode_.contacts.end());
  released_.assign(before_.size(), 0);
  again_.assign(before_.size(), 0);
  hold_resting(now, cause);
  if (cause) pause_if_chattering(cause->contact, now);
  bool turned = false;
  while (true) {
    if (!solve(now)) {
      if (turned || !has_stopped(model_, mode_, cause)) return false;
      turned = true;
      released_[cause->contact] = 1;
      workspace_.failure.reset();
      let_go(cause->contact, -before_[cause->contact].direction, now);
      continue;
    }
    double force = 0;
    if (const int worst = most_overloaded(now, force); worst >= 0) {
      released_[worst] = 1;
      let_go(worst, force, now);
      if (workspace_.failure) return false;
      continue;
    }
    const int wrong = wrongly_sliding(now);
    if (wrong < 0 || again_[wrong]) break;
    again_[wrong] = 1;
    released_[wrong] = 0;
    stick(wrong, now);
    hold_neighbours(now);
  }
  for (const int c : contacts_) {
    const ContactMemory &old = before_[c], &mode = mode_.contacts[c];
    // What holds no longer because its contact has opened does not slip.
    const bool stuck = mode.armed && (old.sticking || trackers_[c].jumped);
    trackers_[c].jumped = false;
    if (mode.sticking) slide(c, 0);
    if (mode.sticking && !stuck) changes.push_back({c, "sticks"});
    if (!mode.sticking && stuck) changes.push_back({c, "slips"});
    if (!mode.sticking && !stuck && old.direction * mode.direction < 0)
      changes.push_back({c, "reverses"});
  }
  return true;
}

std::optional<int> StickEvents::take_chatter() {
  const std::optional<int> contact = chatter_;
  chatter_.reset();
  return contact;
}

}  // namespace mbs
