#include "runtime/run/turning_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "runtime/contact/law.hpp"
#include "runtime/contact/turns_rigidly.hpp"

namespace mbs {

bool follow_turnings(Present& now, WatchEvents& watch) {
  bool held = false;
  for (int c = now.layout.in_joints; c < now.layout.contacts; ++c) {
    ContactMode& mode = now.mode.contacts[c];
    const bool armed = now.mode.contacts[now.model.contacts[c].turning()->of].armed;
    if (armed == mode.armed) continue;
    held = held || mode.sticking;
    if (armed)
      mode.begin(0);
    else
      mode.end();
    std::fill(mode.flags.begin(), mode.flags.end(), std::numeric_limits<double>::quiet_NaN());
    if (armed) watch.freeze(c, now.here());
  }
  return held;
}

void log_sticking(Present& now, const std::vector<StickChange>& changes) {
  for (const StickChange& change : changes)
    now.recorder.log(now.t, change.what, site_of(now.model, change.contact).name);
}

TurningModes::TurningModes(Present& now, StickEvents& sticking, WatchEvents& watch)
    : now_(now), sticking_(sticking), watch_(watch) {
  for (int c = 0; c < now.layout.contacts; ++c) {
    const ContactModel& contact = now.model.contacts[c];
    if (turns_rigidly(now.model, contact)) turnings_.push_back(c);
    if (can_stick(now.model, c) && !contact.rigid()) held_.push_back(c);
  }
}

bool TurningModes::is_one(int contact) const {
  return std::ranges::find(turnings_, contact) != turnings_.end();
}

void TurningModes::release() {
  sticking_.release(now_.here());
}

std::vector<TurningModes::State> TurningModes::states() const {
  std::vector<State> out;
  for (const int c : held_)
    out.push_back({now_.mode.contacts[c].armed, now_.mode.contacts[c].sticking});
  return out;
}

bool TurningModes::decide() {
  changed_ = false;
  const std::vector<State> before = states();
  follow_turnings(now_, watch_);
  if (std::ranges::none_of(before, &State::armed) && std::ranges::none_of(states(), &State::armed))
    return true;
  changes_.clear();
  if (!sticking_.decide(now_.here(), {}, changes_)) return false;
  log_sticking(now_, changes_);
  changed_ = states() != before;
  return true;
}

Failure TurningModes::undecided() const {
  const ContactSite site = site_of(now_.model, held_.front());
  return {Code::E0707,
          site.origin,
          fmt::format("which contacts press, and where `{}` and others hold, does not settle at "
                      "t = {:.6g} s",
                      site.name, now_.t),
          {},
          "a shorter lever, or less friction"};
}

}  // namespace mbs
