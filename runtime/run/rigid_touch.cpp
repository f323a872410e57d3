#include "runtime/run/rigid_touch.hpp"

#include <algorithm>
#include <limits>

namespace mbs {

namespace {

constexpr double resting = 1e-12;  // of the reference speed: what rounding makes of a speed of 0
constexpr double grip = 0.1;       // of the tolerance of speeds

}  // namespace

RigidTouch::RigidTouch(Present& now, const ContactEvents& events) : now_(now), events_(events) {
  for (int c = 0; c < now.layout.contacts; ++c)
    if (now.model.contacts[c].rigid()) contacts_.push_back(c);
  inert_.resize(now.layout.contacts);
  left_until_.assign(inert_.size(), -std::numeric_limits<double>::infinity());
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
  for (const int c : contacts_)
    if (touches(c))
      touching_.push_back({rigid_rows(now_.model, c, now_.workspace, now_.mode.contacts[c]),
                           now_.mode.contacts[c].pressed});
}

std::vector<int> RigidTouch::leaving() const {
  std::vector<int> leaving;
  for (const int c : contacts_)
    if (touches(c) && !now_.mode.contacts[c].pressed) leaving.push_back(c);
  return leaving;
}

}  // namespace mbs
