#include "runtime/run/stick_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "runtime/contact/law.hpp"
#include "runtime/contact/turns_rigidly.hpp"
#include "runtime/run/jammed_joints.hpp"
#include "runtime/run/warnings.hpp"

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
    mode.flags.thaw();
    if (armed) watch.freeze(c, now.here());
  }
  return held;
}

bool decide_sticking(Present& now, StickEvents& sticking, std::optional<StickEvent> cause,
                     std::vector<StickChange>& changes) {
  changes.clear();
  if (!sticking.decide(now.here(), cause, changes)) return false;
  for (const StickChange& change : changes)
    now.recorder.log(now.t, change.what, site_of(now.model, change.contact).name);
  if (!changes.empty()) tell_jammed(now);
  if (const auto contact = sticking.take_chatter())
    warn_chatter("sticking", site_of(now.model, *contact), now.t, now.run, now.recorder);
  return true;
}

StickModes::StickModes(Present& now, StickEvents& sticking, WatchEvents& watch)
    : now_(now), sticking_(sticking), watch_(watch) {
  for (int c = 0; c < now.layout.contacts; ++c) {
    const ContactModel& contact = now.model.contacts[c];
    if (mbs::turns_rigidly(now.model, contact)) turnings_.push_back(c);
    if (can_stick(now.model, c) && !contact.rigid()) held_.push_back(c);
  }
}

bool StickModes::turns_rigidly(int contact) const {
  return std::ranges::find(turnings_, contact) != turnings_.end();
}

void StickModes::release() {
  sticking_.release(now_.here());
}

std::vector<StickModes::State> StickModes::states() const {
  std::vector<State> out;
  for (const int c : held_)
    out.push_back({now_.mode.contacts[c].armed, now_.mode.contacts[c].sticking});
  return out;
}

bool StickModes::decide() {
  changed_ = false;
  const std::vector<State> before = states();
  follow_turnings(now_, watch_);
  if (std::ranges::none_of(before, &State::armed) && std::ranges::none_of(states(), &State::armed))
    return true;
  if (!decide_sticking(now_, sticking_, {}, changes_)) return false;
  changed_ = states() != before;
  return true;
}

Failure StickModes::undecided() const {
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
