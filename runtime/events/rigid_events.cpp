#include "runtime/events/rigid_events.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/numerics/crossing.hpp"

namespace mbs {

namespace {

constexpr double least_still = 1e-11;  // of the reference speed
constexpr double still_part = 1e-3;    // of the tolerance of speeds

}  // namespace

RigidEvents::RigidEvents(const Model& model, const Scales& scales, const Mode& mode,
                         Workspace& workspace)
    : model_(model), scales_(scales), mode_(mode), workspace_(workspace) {
  trackers_.resize(mode.contacts.size());
  rates_.resize(layout(model).size);
}

double RigidEvents::still() const {
  return std::max(least_still, still_part * scales_.accuracy) * scales_.speed;
}

double RigidEvents::forward(int contact, Instant now) const {
  return mode_.contacts[contact].direction * sliding_speed(model_, contact, now.y, workspace_);
}

void RigidEvents::restart(Instant now) {
  settle(now);
  for (Tracker& tracker : trackers_)
    if (tracker.sliding && !tracker.moving)
      tracker.slack = std::max(tracker.slack, still() + 2 * std::abs(tracker.speed));
}

void RigidEvents::settle(Instant now) {
  for (std::size_t c = 0; c < trackers_.size(); ++c) {
    const ContactMode& mode = mode_.contacts[c];
    Tracker& tracker = trackers_[c];
    const int sliding = mode.pressed && !mode.sticking ? mode.direction : 0;
    // One that turns round begins anew, and may stand still at first.
    if (sliding != tracker.sliding) tracker = {};
    if (sliding == 0) continue;
    tracker.speed = forward(static_cast<int>(c), now);
    tracker.moving = tracker.moving || tracker.speed > still();
    tracker.sliding = sliding;
  }
}

// The forces at an instant, from the equations of motion themselves instead of the solver's
// polynomial.
bool RigidEvents::solve(Instant now) {
  if (solved_ == now.t) return true;
  const auto previous = workspace_.failure;
  const bool known = make_consistent(model_, now.t, now.y, mode_, rates_.data(), workspace_);
  workspace_.failure = previous;
  solved_.reset();
  if (known) solved_ = now.t;
  return known;
}

double RigidEvents::pressing(int contact, Instant now) {
  return solve(now) ? rates_[model_.layout.impulse + contact] : 0;
}

double RigidEvents::slack(int contact, Instant now) {
  if (!solve(now)) return 0;
  place(model_, now.y, workspace_.impl().at);
  ContactForce force;
  contact_force(model_, contact, {now.t, now.y, rates_.data(), &mode_}, mode_.contacts[contact],
                workspace_, force);
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

std::optional<RigidEvent> RigidEvents::within(Segment& segment, double from, double to) {
  std::optional<RigidEvent> first;
  const auto consider = [&](const RigidEvent& event) {
    if (!first || event.t < first->t) first = event;
  };
  for (int c = 0; c < model_.layout.contacts; ++c) {
    const ContactMode& mode = mode_.contacts[c];
    if (!mode.pressed) continue;
    const auto FN = [&](double t) { return pressing(c, segment.at(t)); };
    if (FN(to) < 0) consider({locate_crossing(FN, from, to), c, RigidEventKind::opens});
    const auto left = [&](double t) { return slack(c, segment.at(t)); };
    if (mode.sticking && left(to) < 0)
      consider({locate_crossing(left, from, to), c, RigidEventKind::slips});
    if (!trackers_[c].sliding) continue;
    if (const auto event = stopping(c, segment, from, to)) consider(*event);
  }
  return first;
}

std::optional<RigidEvent> RigidEvents::earliest(Segment& segment, double from) {
  if (!any_pressed(mode_)) return {};
  solved_.reset();
  const double middle = 0.5 * (from + segment.to());
  if (const auto event = within(segment, from, middle)) return event;
  return within(segment, middle, segment.to());
}

}  // namespace mbs
