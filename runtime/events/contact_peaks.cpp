// The largest force and the largest penetration of an impact, which are noted and change nothing.
#include <algorithm>
#include <cmath>

#include "runtime/events/contact_events.hpp"
#include "runtime/numerics/crossing.hpp"
#include "runtime/numerics/hermite.hpp"

namespace mbs {

namespace {

constexpr double good_for_slopes = 1e-3;  // of a step, over which the slope of a rate is taken

// A force maximum is worth a sample if it may be the largest of its impact; that of a contact at
// rest, whose force rounding moves up and down, if it is larger by more than this.
constexpr double near_record = 0.8, worth_noting = 1 + 1e-9;

}  // namespace

// FN, x seconds from now, as the unknowns change.
double ContactEvents::force_off(int contact, Instant now, double x) {
  for (const int i : unknowns_[contact]) nearby_[i] = now.y[i] + x * now.yp[i];
  return force(contact, {now.t + x, nearby_.data(), now.yp});
}

// The slope of the force is worth finding only where a maximum would be worth a sample.
bool ContactEvents::rises(int contact, Segment& segment) {
  Tracker& tracker = trackers_[contact];
  tracker.most_FN = infinity;
  if (segment.exact_rates()) {
    const Arch force = arch(contact, segment);
    if (force.curvature < 0) tracker.most_FN = tracker.FN + 0.5 * force.slope * force.top();
    return force.slope + 2 * force.curvature > 0;
  }
  if (!tracker.rising) return tracker.end_FN > tracker.FN;
  if (std::max(tracker.FN, tracker.end_FN) < near_record * impacts_.F_max(contact)) return true;
  const double fall = force_off(contact, segment.end(), -look_back_) - tracker.end_FN;
  tracker.most_FN = tracker.end_FN + fall / slope_fraction;
  return fall <= 0;
}

Arch ContactEvents::arch(int contact, const Segment& segment) const {
  const Tracker& t = trackers_[contact];
  return {t.FN, t.end_FN, (t.end_impulse - t.impulse) / (segment.to() - segment.from())};
}

// Where the force is largest, from the parabola: that through three values about it, which errs by
// a ten-thousandth of the step. A force that stays to the last digit has no top: nothing is to be
// placed at an instant that is no number.
double ContactEvents::top_of_force(int contact, Segment& segment) {
  constexpr double apart_by = 0.05;  // of the step
  const double from = segment.from(), length = segment.to() - from;
  const double top = arch(contact, segment).top();
  if (!std::isfinite(top)) return from;
  const double t = from + std::clamp(top, 0.0, 1.0) * length;
  const double d = std::min({apart_by * length, t - from, segment.to() - t});
  if (!(d > 0)) return t;
  return top_of_three([&](double x) { return force(contact, motion_near(contact, segment, x)); }, t,
                      d);
}

// Where the gap turns: of the cubic through gap and rate at both ends, made better by one look.
double ContactEvents::turn_of_gap(int contact, Segment& segment, double from, double to) {
  const Tracker& tracker = trackers_[contact];
  const double begin = segment.from(), h = segment.to() - begin;
  const auto slope = [&](double t) {
    return Hermite(h, t - begin)
        .slope(tracker.gap, tracker.rate, tracker.end_gap, tracker.end_rate);
  };
  const double t = locate_crossing(slope, from, to, good_for_maxima);
  const double missed = rate_at(contact, segment, t);
  const double d = good_for_slopes * h, steep = (slope(t + d) - slope(t - d)) / (2 * d);
  const double better = steep > 0 ? t - missed / steep : t;
  return better > from && better < to ? better : t;
}

std::optional<ContactEvent> ContactEvents::turning(int contact, Segment& segment, double from) {
  const Tracker& now = trackers_[contact];
  if (now.approaching == (now.end_rate < 0)) return {};
  if (!remembers(contact)) {  // then only the largest penetration is of interest
    const double bound = -now.end_gap + std::abs(now.end_rate) * (segment.to() - segment.from());
    const double least = mode_.contacts[contact].resting ? worth_noting : 1;
    if (!now.approaching || bound <= least * impacts_.depth(contact)) return {};
  }
  const bool exact = remembers(contact);
  const double t =
      segment.exact_rates() && !exact
          ? turn_of_gap(contact, segment, from, segment.to())
          : locate_rate(contact, segment, from, segment.to(), exact ? exactly : good_for_maxima);
  if (remembers(contact)) trackers_[contact].turn = t;
  return ContactEvent{t, contact, ContactEventKind::turns};
}

std::optional<ContactEvent> ContactEvents::peaking(int contact, Segment& segment, double from) {
  const Tracker& now = trackers_[contact];
  if (!now.rising || now.end_rising) return {};
  if (std::max(now.FN, now.end_FN) < near_record * impacts_.F_max(contact)) return {};
  if (mode_.contacts[contact].resting && now.most_FN <= worth_noting * impacts_.F_max(contact))
    return {};
  if (segment.exact_rates()) {
    const double t = top_of_force(contact, segment);
    if (!(t > from)) return {};
    return ContactEvent{t, contact, ContactEventKind::peaks};
  }
  const auto falling = [&](double t) {
    const Instant at = near(contact, segment, t);
    return force_off(contact, at, -look_back_) - force_off(contact, at, look_back_);
  };
  return ContactEvent{locate_crossing(falling, from, segment.to(), good_for_maxima), contact,
                      ContactEventKind::peaks};
}

}  // namespace mbs
