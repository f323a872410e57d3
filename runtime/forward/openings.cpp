#include "runtime/forward/openings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/numerics/crossing.hpp"
#include "runtime/numerics/hermite.hpp"

namespace mbs {

namespace {

// The first step into a contact: this part of its duration, at an accuracy r times r^(1/5).
constexpr double part_of_impact = 0.3;
constexpr double duration_in_depths = 3;  // an impact takes about so many times depth/speed
constexpr double depth_by_speed = 0.8;    // exponent, of Hertz's law
// The last step, as part of the first of an impact at the speed at which the bodies part: at its
// end most stages are where the force bends, so it errs as much as one twice as long at the
// beginning. Measured, as what takes the fewest evaluations on slider-cranks and a four-bar.
constexpr double ending = 0.45;
// How closely an opening is found, and how far behind it a step ends, as parts of the way to it.
// There is no force there, which counts for less than what the step errs.
constexpr double located = 1e-4, behind = 1e-2;
constexpr double hardly_ahead = 1e-3;  // of a step

}  // namespace

double first_of_impact(const Scales& scales, int contact, double speed) {
  const double depth =
      scales.contacts[contact].depth * std::pow(speed / scales.speed, depth_by_speed);
  const double duration = duration_in_depths * depth / speed;
  return part_of_impact * duration * std::pow(scales.accuracy, 0.2);
}

void Openings::begin(const Accelerations& at, std::span<const int> contacts) {
  closed_.clear();
  for (const int c : contacts)
    if (const auto motion = at.contact_motion(c); motion && motion->gap < 0)
      closed_.push_back({c, *motion});
}

// By the cubics through gaps and their rates at both ends.
std::optional<Openings::Opening> Openings::first(const Accelerations& at, double from,
                                                 double to) const {
  std::optional<Opening> first;
  for (const Closed& begin : closed_) {
    const auto end = at.contact_motion(begin.contact);
    if (!end || !(end->gap > 0)) continue;
    const auto cubic = [&](double t) { return Hermite(to - from, t - from); };
    const auto gap = [&](double t) {
      return cubic(t).value(begin.motion.gap, begin.motion.rate, end->gap, end->rate);
    };
    const double opened = locate_crossing(gap, from, to, located);
    const double rate =
        cubic(opened).slope(begin.motion.gap, begin.motion.rate, end->gap, end->rate);
    const double t = opened + behind * (opened - from);
    if (rate > 0 && t < (first ? first->t : to)) first = {t, begin.contact, rate};
  }
  return first;
}

std::optional<double> Openings::goal(const Accelerations& at, double from, double to) {
  ahead_ = 0;
  const auto opening = first(at, from, to);
  if (!opening) return {};
  const double left = opening->t - from;
  if (left < hardly_ahead * (to - from)) return {};
  const double last = ending * first_of_impact(scales_, opening->contact, opening->rate);
  if (left < last) return opening->t;
  ahead_ = opening->t;
  return from + std::max(left - last, left / 2);
}

std::optional<double> Openings::ahead(double from, double to) {
  const double t = std::exchange(ahead_, 0);
  if (t > from + hardly_ahead * (to - from) && t < to) return t;
  return {};
}

}  // namespace mbs
