#include "runtime/run/rigid_touch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/forces.hpp"
#include "runtime/run/corners.hpp"

namespace mbs {

namespace {

constexpr double resting = 1e-12;  // of the reference speed: what rounding makes of a speed of 0
constexpr double grip = 0.1;       // of the tolerance of speeds
// How far off the end is, at most, that a flat face comes down to: of the size, and of what
// positions err by.
constexpr double nearby = 4e-6, errors = 1e4;
constexpr double flush = 1e-9;  // of the size: by so much closed contacts may miss each other

}  // namespace

RigidTouch::RigidTouch(Present& now, const ContactEvents& events) : now_(now), events_(events) {
  for (int c = 0; c < now.layout.contacts; ++c)
    if (now.model.contacts[c].rigid()) contacts_.push_back(c);
  inert_.resize(now.layout.contacts);
  left_until_.assign(inert_.size(), -std::numeric_limits<double>::infinity());
  passes_until_ = left_until_;
}

void RigidTouch::leave_out(const std::vector<int>& inert) {
  std::fill(inert_.begin(), inert_.end(), false);
  for (const int c : inert) inert_[c] = true;
}

void RigidTouch::remember() {
  before_.assign(now_.mode.contacts.begin(), now_.mode.contacts.end());
}

double RigidTouch::still() const {
  return resting * now_.scales.speed;
}

// Speeds of 0; a closed contact is kept to rest by the solver's accuracy.
double RigidTouch::slowest(const Touch& touch) const {
  return touch.pressed ? now_.scales.accuracy * now_.scales.speed : still();
}

double RigidTouch::creep() const {
  return grip * now_.scales.accuracy * now_.scales.speed;
}

bool RigidTouch::touches(int contact) const {
  if (now_.mode.contacts[contact].off || inert_[contact]) return false;
  if (now_.t <= left_until_[contact]) return false;
  if (!events_.is_awake(contact)) return false;
  return now_.mode.contacts[contact].pressed ||
         events_.gap(contact, now_.here()) <= now_.options.touch_gap * now_.model.size;
}

void RigidTouch::find() {
  place(now_.model, now_.y.data(), now_.workspace.impl().at);
  touching_.clear();
  for (const int c : contacts_) {
    if (!touches(c)) continue;
    const bool pressed = now_.mode.contacts[c].pressed;
    const RigidRows rows = rigid_rows(now_.model, c, now_.workspace, now_.mode.contacts[c]);
    if (const auto passed = pressed ? std::nullopt : passes_by(rows))
      leave(c, passes_until_[c] = now_.t + 2 * *passed);
    else
      touching_.push_back({rows, pressed});
  }
}

// A corner of a tilted face comes down to another one's end just where it leaves it: by what its
// gap errs, early. If it comes past the end before it could go deeper than what is closed may miss,
// it meets nothing there.
std::optional<double> RigidTouch::passes_by(const RigidRows& rows) const {
  const double size = now_.model.size, error = now_.scales.accuracy * now_.scales.depth;
  const double sliding = std::abs(rows.vt()), approach = std::abs(rows.v_N);
  if (rows.edge < 0 || sliding <= creep() || approach <= still()) return std::nullopt;
  const double way = nearby * size + errors * error;
  const double inside_now = std::max(0.0, -events_.gap(rows.contact, now_.here()));
  const double miss = flush * size + error - inside_now;
  if (!(miss > 0)) return std::nullopt;
  const double time = std::min(miss / approach, way / sliding);
  const auto inside = [&](const std::vector<double>& y) {
    return left_of_edge(now_.model, rows.contact, y.data(), rows.edge);
  };
  const double then = inside(soon(now_.model, now_.here(), time)), left = inside(now_.y);
  if (!(then < 0 && then < left)) return std::nullopt;
  const double passes = time * std::max(0.0, left / (left - then));
  const double pressed = std::abs(rate_along(rows.normal, now_.yp.data() + now_.layout.v));
  if (!((approach + 0.5 * pressed * passes) * passes < miss)) return std::nullopt;
  return left > 0 ? std::min(time, 2 * passes) : time;
}

std::vector<int> RigidTouch::leaving() const {
  std::vector<int> leaving;
  for (const int c : contacts_)
    if (touches(c) && !now_.mode.contacts[c].pressed) leaving.push_back(c);
  return leaving;
}

}  // namespace mbs
