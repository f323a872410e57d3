#include "runtime/events/stick_events.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/numerics/crossing.hpp"

namespace mbs {

namespace {

constexpr double least_still = 1e-11;  // of the reference speed; a sticking contact's creep is less
constexpr double still_part = 1e-3;    // of the tolerance of speeds
constexpr double grip_part = 0.1;      // of it, so that the solver may go on

}  // namespace

StickEvents::StickEvents(const Model& model, const Scales& scales, Mode& mode, Workspace& workspace)
    : model_(model), mode_(mode), workspace_(workspace), scales_(scales) {
  for (int c = 0; c < layout(model).contacts; ++c)
    if (can_stick(model, c) && !model.contacts[c].rigid()) contacts_.push_back(c);
  trackers_.resize(layout(model).contacts);
  rates_.resize(layout(model).size);
}

double StickEvents::still() const {
  return std::max(least_still, still_part * scales_.accuracy) * scales_.speed;
}

double StickEvents::grip() const {
  return std::max(least_still, grip_part * scales_.accuracy) * scales_.speed;
}

bool StickEvents::sliding(int contact) const {
  const ContactMode& mode = mode_.contacts[contact];
  return mode.armed && !mode.sticking && mode.direction != 0;
}

bool StickEvents::any_way(int contact) const {
  return slides_any_way(model_, model_.contacts[contact]);
}

Vector3 StickEvents::slip(int contact, Instant now) const {
  return sliding_velocity(model_, contact, now.y, workspace_);
}

double StickEvents::held_size(int contact, const double* rates) const {
  const double* held = rates + model_.layout.hold + model_.contacts[contact].own.hold;
  double sum = 0;
  for (int k = 0; k < hold_parts(model_, model_.contacts[contact]); ++k) sum += held[k] * held[k];
  return std::sqrt(sum);
}

double StickEvents::speed(int contact, Instant now) const {
  if (any_way(contact)) {
    const ContactMode& mode = mode_.contacts[contact];
    if (!sliding(contact)) return motion(contact, now);
    return Vector3::Map(mode.ahead->data()).dot(slip(contact, now));
  }
  return sliding_speed(model_, contact, now.y, workspace_);
}

double StickEvents::motion(int contact, Instant now) const {
  if (any_way(contact)) return slip(contact, now).norm();
  return std::abs(speed(contact, now));
}

void StickEvents::aim_along(int contact, const double* direction) {
  const Vector3 along = Vector3::Map(direction).normalized();
  if (along.isZero(0)) return mode_.contacts[contact].lose_way();
  mode_.contacts[contact].aim({along[0], along[1], along[2]}, scales_.slow_sliding());
}

void StickEvents::aim(int contact, Instant now) {
  if (!any_way(contact)) return;
  const Vector3 along = slip(contact, now);
  if (along.norm() > 0) aim_along(contact, along.data());
}

double StickEvents::slope(int contact, Instant now) {
  place(model_, now.y, workspace_.impl().at);
  if (any_way(contact)) {
    const Vector3 ahead = Vector3::Map(mode_.contacts[contact].ahead->data());
    return rate_along(slide_row_in_space(model_, contact, ahead, workspace_),
                      now.yp + model_.layout.v);
  }
  return sliding_acceleration(model_, contact, now.yp, workspace_);
}

void StickEvents::restart(Instant now) {
  for (const int c : contacts_) {
    Tracker& tracker = trackers_[c];
    tracker.soft = tracker.soft && mode_.contacts[c].sticking;
    if (!sliding(c)) continue;
    const int direction = mode_.contacts[c].direction;
    if (speed(c, now) > mode_.contacts[c].slow) {
      aim(c, now);
      tracker.fast = true;
    }
    tracker.speed = speed(c, now);
    tracker.slope = slope(c, now);
    tracker.moving = tracker.moving || direction * tracker.speed > still();
  }
}

void StickEvents::settle(Instant end) {
  restart(end);
}

// What holds the contact less what could, N: > 0 if it must let go. One that is held softly is held
// by as much as it gives way.
double StickEvents::excess(int contact, Instant now) {
  place(model_, now.y, workspace_.impl().at);
  const double bound = shared_bound(model_, contact, now.in(mode_), workspace_);
  if (!trackers_[contact].soft) return held_size(contact, now.yp) - bound;
  const double creep = model_.contacts[contact].own.creep * mode_.contacts[contact].softness;
  return motion(contact, now) / creep - bound;
}

// The same from the equations of motion themselves instead of the solver's polynomial, which says
// it where they have no solution; why they have none is told if the run ends there.
double StickEvents::true_excess(int contact, Instant now) {
  if (trackers_[contact].soft || !make_consistent(model_, now.in(mode_), rates_.data(), workspace_))
    return excess(contact, now);
  return excess(contact, {now.t, now.y, rates_.data()});
}

std::optional<StickEvent> StickEvents::yielding(int contact, Segment& segment, double from) {
  const Instant end = segment.end();
  from = std::max(from, trackers_[contact].held_until);
  if (from >= end.t || !(excess(contact, end) > 0)) return {};
  if (!(true_excess(contact, end) > 0)) return {};
  const auto side = [&](double t) { return true_excess(contact, segment.at(t)); };
  return StickEvent{locate_crossing(side, from, segment.to()), contact, StickEventKind::yields};
}

// A contact that was just let go stands still at first: there rounding decides on the sign of vt,
// and only sliding back counts.
std::optional<StickEvent> StickEvents::stopping(int contact, Segment& segment, double from) {
  const Tracker& tracker = trackers_[contact];
  const int direction = mode_.contacts[contact].direction;
  const double level = tracker.moving ? 0 : -tracker.slack;
  const auto ahead = [&](double t) { return direction * speed(contact, segment.at(t)) - level; };
  double to = segment.to();
  if (ahead(to) > 0) {
    // Stopped and slid on inside the step? The speed is least where its rate turns.
    const auto rising = [&](double t) { return direction * slope(contact, segment.at(t)); };
    const double drop = -direction * tracker.slope * (to - from);
    if (!tracker.moving || drop < direction * tracker.speed || rising(to) <= 0) return {};
    to = locate_crossing(rising, from, to);
    if (ahead(to) > 0) return {};
  }
  return StickEvent{locate_crossing(ahead, from, to), contact, StickEventKind::stops};
}

std::optional<StickEvent> StickEvents::earliest(Segment& segment, double from) {
  std::optional<StickEvent> first;
  for (const int c : contacts_) {
    const ContactMode& mode = mode_.contacts[c];
    std::optional<StickEvent> event;
    if (mode.sticking && mode.leader < 0) event = yielding(c, segment, from);
    if (sliding(c)) event = stopping(c, segment, from);
    if (event && (!first || event->t < first->t)) first = event;
  }
  return first;
}

}  // namespace mbs
