#include "runtime/events/rigid_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/forces.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/numerics/crossing.hpp"

namespace mbs {

namespace {

constexpr double least_still = 1e-11;  // of the reference speed
constexpr double still_part = 1e-3;    // of the tolerance of speeds
// In space, of what a contact can hold: the force that rounding of its sliding may be taken for. A
// contact that shares with others what it holds has what it gives way by, and nothing else, to say
// how much of it: with more, steps follow rounding.
constexpr double rounded_part = 1e-6;

Failure no_forces(double t) {
  Failure failure;
  failure.message = fmt::format("the forces of rigid contacts cannot be found at t = {:.6g} s", t);
  return failure;
}

}  // namespace

void remember_sliding(ContactMode& mode, const Vector3& direction, const Scales& scales) {
  const Vector3 along = direction.normalized();
  mode.aim({along[0], along[1], along[2]}, scales.slow_sliding());
}

RigidEvents::RigidEvents(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace)
    : model_(model),
      scales_(scales),
      mode_(mode),
      workspace_(workspace),
      any_(std::ranges::any_of(model.contacts, &ContactModel::rigid)) {
  trackers_.resize(mode.contacts.size());
  bound_.resize(mode.contacts.size());
  rounding_.resize(mode.contacts.size());
  gives_way_.resize(mode.contacts.size());
  rates_.resize(layout(model).size);
}

double RigidEvents::still(int contact) const {
  const double least = std::max(least_still, still_part * scales_.accuracy) * scales_.speed;
  return std::max(least, gives_way_[contact]);
}

Vector3 RigidEvents::sliding(int contact, Instant now) const {
  return sliding_velocity(model_, contact, now.y, workspace_, mode_.contacts[contact].edge);
}

double RigidEvents::forward(int contact, Instant now) const {
  if (model_.layout.spatial())
    return Vector3::Map(mode_.contacts[contact].ahead->data()).dot(sliding(contact, now));
  const ContactMode& mode = mode_.contacts[contact];
  return mode.direction * sliding_speed(model_, contact, now.y, workspace_, mode.edge);
}

void RigidEvents::aim(int contact, Instant now) {
  if (!model_.layout.spatial() || forward(contact, now) <= mode_.contacts[contact].slow) return;
  remember_sliding(mode_.contacts[contact], sliding(contact, now), scales_);
}

// A run that goes on knows from its record that a contact slides, not which way.
void RigidEvents::find_ways(Instant now) {
  for (std::size_t c = 0; c < trackers_.size(); ++c) {
    ContactMode& mode = mode_.contacts[c];
    const bool lost = mode.pressed && !mode.sticking && mode.direction != 0 && mode.slow == 0;
    if (!lost || !model_.laws[model_.contacts[c].own.law].sticks) continue;
    const Vector3 u = sliding(static_cast<int>(c), now);
    if (u.norm() > 0) remember_sliding(mode, u, scales_);
  }
}

void RigidEvents::restart(Instant now) {
  if (model_.layout.spatial()) find_ways(now), share_patches(now);
  settle(now);
  // One that goes on after a stop, as forces push it again or in space across the way that it came,
  // begins from rest.
  for (int c = 0; c < static_cast<int>(trackers_.size()); ++c) {
    Tracker& tracker = trackers_[c];
    if (tracker.speed <= still(c)) tracker.moving = false;
    if (tracker.sliding && !tracker.moving)
      tracker.slack = std::max(tracker.slack, still(c) + 2 * std::abs(tracker.speed));
  }
}

void RigidEvents::share_patches(Instant now) {
  for (int c = 0; c < model_.layout.contacts; ++c)
    if (sticks(c)) bound_[c] = bound_of(c, now);
  for (int c = 0; c < model_.layout.contacts; ++c)
    if (sticks(c)) share_patch(c, now);
}

// Each gives way by as much less as its bound is larger than their mean, and all by so much that
// what rounding of speeds makes of their forces is a small part of these.
void RigidEvents::share_patch(int first, Instant now) {
  constexpr double most = 1e3;
  std::vector<int> members;
  double sum = 0;
  for (int c = first; c < model_.layout.contacts; ++c) {
    const int leads = mode_.contacts[c].patch < 0 ? c : int{mode_.contacts[c].patch};
    if (sticks(c) && leads == first) members.push_back(c), sum += bound_[c];
  }
  if (!(sum > 0)) return;
  const double mean = sum / static_cast<double>(members.size());
  const double creep = model_.contacts[first].own.creep * mean;
  const double needed = rounding_of(first, now) / rounded_part;
  for (const int c : members) {
    rounding_[c] = rounding_of(first, now);
    gives_way_[c] = std::max(creep, needed);
    if (bound_[c] > 0)
      mode_.contacts[c].soften(std::clamp(mean / bound_[c], 1 / most, most) *
                               std::max(1.0, needed / creep));
  }
}

// m/s, of the speed of either body: what sliding is known to.
double RigidEvents::rounding_of(int contact, Instant now) const {
  const Layout& l = model_.layout;
  double fastest = 0;
  for (const int b : {model_.contacts[contact].a, model_.contacts[contact].b}) {
    if (b == 0) continue;
    const double* v = now.y + l.v + l.motion_of(b);
    fastest =
        std::max(fastest, Vector3::Map(v).norm() + scales_.arms[b] * Vector3::Map(v + 3).norm());
  }
  return std::numeric_limits<double>::epsilon() * fastest;
}

bool RigidEvents::sticks(int contact) const {
  return mode_.contacts[contact].pressed && mode_.contacts[contact].sticking;
}

// What has sped up since it began to stick knows its sliding less well.
void RigidEvents::follow_speeds(Instant now) {
  constexpr double growth = 4;
  for (int c = 0; c < model_.layout.contacts; ++c)
    if (sticks(c) && rounding_of(c, now) > growth * rounding_[c]) return share_patches(now);
}

double RigidEvents::bound_of(int contact, Instant now) {
  ContactForce force;
  place_pair(model_, model_.contacts[contact], now.y, workspace_.impl().at);
  contact_force(model_, contact, now.in(mode_), mode_.contacts[contact], workspace_, force);
  return force.bound;
}

void RigidEvents::settle(Instant now) {
  if (!any_) return;
  if (model_.layout.spatial()) follow_speeds(now);
  for (std::size_t c = 0; c < trackers_.size(); ++c) {
    const ContactMode& mode = mode_.contacts[c];
    Tracker& tracker = trackers_[c];
    // Without friction the sliding may turn round, and nothing changes.
    const bool rubs = model_.laws[model_.contacts[c].own.law].friction;
    const bool has_way = rubs && (!model_.layout.spatial() || mode.slow > 0);
    const int sliding = mode.pressed && !mode.sticking && has_way ? int{mode.direction} : 0;
    // One that turns round begins anew, and may stand still at first.
    if (sliding != tracker.sliding) tracker = {};
    if (sliding == 0) continue;
    aim(static_cast<int>(c), now);
    tracker.speed = forward(static_cast<int>(c), now);
    tracker.moving = tracker.moving || tracker.speed > still(static_cast<int>(c));
    tracker.sliding = sliding;
  }
}

// The forces at an instant, from the equations of motion themselves instead of the solver's
// polynomial.
bool RigidEvents::solve(Instant now) {
  if (solved_ == now.t) return true;
  const auto previous = workspace_.failure;
  workspace_.failure.reset();
  const bool known = make_consistent(model_, now.in(mode_), rates_.data(), workspace_);
  if (!known && !unsolved_) unsolved_ = workspace_.failure.value_or(no_forces(now.t));
  workspace_.failure = previous;
  solved_.reset();
  if (known) solved_ = now.t;
  return known;
}

double RigidEvents::pressing(int contact, Instant now) {
  return solve(now) ? rates_[model_.layout.impulse + contact] : 0;
}

// What solving for the forces leaves of one that is 0, N: joints may carry all that a contact only
// touches.
double RigidEvents::nothing() const {
  constexpr double rounding = 1e-12;
  double largest = 0;
  const Layout& l = model_.layout;
  for (int k = 0; k < l.constraints; ++k) largest = std::max(largest, std::abs(rates_[l.lam + k]));
  for (int c = 0; c < l.contacts; ++c)
    if (mode_.contacts[c].pressed) largest = std::max(largest, std::abs(rates_[l.impulse + c]));
  return rounding * largest;
}

double RigidEvents::slack(int contact, Instant now) {
  if (!solve(now)) return 0;
  place(model_, now.y, workspace_.impl().at);
  ContactForce force;
  const Instant solved{now.t, now.y, rates_.data(), &mode_};
  if (!model_.layout.spatial())
    return shared_bound(model_, contact, solved, workspace_) -
           std::abs(shared_hold(model_, contact, solved, workspace_));
  contact_force(model_, contact, solved, mode_.contacts[contact], workspace_, force);
  return force.bound - std::abs(force.FT);
}

// A contact that has just begun to slide stands still at first: there rounding decides on the sign
// of vt, and only sliding back counts.
std::optional<RigidEvent> RigidEvents::stopping(int contact, Segment& segment, double from,
                                                double to) {
  const Tracker& tracker = trackers_[contact];
  const double level = tracker.moving ? 0 : -tracker.slack;
  const auto ahead = [&](double t) { return forward(contact, segment.at(t)) - level; };
  if (ahead(to) > 0) return {};
  return RigidEvent{locate_crossing(ahead, from, to), contact, RigidEventKind::stops};
}

// Past the end by more than positions err: corners that are flush with it are taken out and back by
// that. What sticks stays.
std::optional<RigidEvent> RigidEvents::leaving(int contact, Segment& segment, double from,
                                               double to) {
  const ContactMode& mode = mode_.contacts[contact];
  if (mode.edge < 0 || mode.sticking) return {};
  const double error = scales_.accuracy * scales_.depth;
  const auto inside = [&](double t) {
    return left_of_edge(model_, contact, segment.at(t).y, mode.edge) + error;
  };
  const double at_end = inside(to);
  if (!(at_end < 0 && at_end < inside(from))) return {};
  return RigidEvent{locate_crossing(inside, from, to), contact, RigidEventKind::leaves};
}

std::optional<RigidEvent> RigidEvents::within(Segment& segment, double from, double to) {
  std::optional<RigidEvent> first;
  const auto consider = [&](const RigidEvent& event) {
    if (!first || event.t < first->t) first = event;
  };
  for (int c = 0; c < model_.layout.contacts; ++c) {
    const ContactMode& mode = mode_.contacts[c];
    if (!mode.pressed) continue;
    if (mode.settles > from && mode.settles <= to)
      consider({mode.settles, c, RigidEventKind::rests});
    if (const auto event = leaving(c, segment, from, to)) consider(*event);
    const auto FN = [&](double t) { return pressing(c, segment.at(t)); };
    if (const double at_end = FN(to); at_end < 0 && at_end < -nothing())
      consider({locate_crossing(FN, from, to), c, RigidEventKind::opens});
    const auto left = [&](double t) { return slack(c, segment.at(t)); };
    const bool leads = model_.layout.spatial() || mode.patch < 0;
    if (const double at_end = mode.sticking && leads ? left(to) : 0;
        at_end < 0 && at_end < -nothing())
      consider({locate_crossing(left, from, to), c, RigidEventKind::slips});
    if (!trackers_[c].sliding) continue;
    if (const auto event = stopping(c, segment, from, to)) consider(*event);
  }
  return first;
}

std::optional<RigidEvent> RigidEvents::earliest(Segment& segment, double from) {
  unsolved_.reset();
  if (!any_ || !any_pressed(mode_)) return {};
  solved_.reset();
  const double middle = 0.5 * (from + segment.to());
  auto event = within(segment, from, middle);
  if (!event) event = within(segment, middle, segment.to());
  // Beyond an event they are those of what is over by then.
  if (event) unsolved_.reset();
  return event;
}

}  // namespace mbs
