#include "runtime/run/turning_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

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
  for (int c = now.layout.in_joints; c < now.layout.contacts; ++c)
    if (turns_rigidly(now.model, now.model.contacts[c])) turnings_.push_back(c);
}

bool TurningModes::is_one(int contact) const {
  return std::ranges::find(turnings_, contact) != turnings_.end();
}

void TurningModes::release() {
  if (any()) sticking_.release(now_.here());
}

std::vector<ContactMemory> TurningModes::memories() const {
  std::vector<ContactMemory> out;
  for (const int c : turnings_) out.push_back(now_.mode.contacts[c]);
  return out;
}

bool TurningModes::decide() {
  changed_ = false;
  if (!any()) return true;
  const std::vector<ContactMemory> before = memories();
  follow_turnings(now_, watch_);
  changes_.clear();
  if (!sticking_.decide(now_.here(), {}, changes_)) return false;
  log_sticking(now_, changes_);
  const std::vector<ContactMemory> after = memories();
  for (std::size_t i = 0; i < after.size(); ++i)
    changed_ |= after[i].armed != before[i].armed || after[i].sticking != before[i].sticking;
  return true;
}

Failure TurningModes::undecided() const {
  const ContactSite site = site_of(now_.model, turnings_.front());
  return {Code::E0707,
          site.origin,
          fmt::format("which contacts press, and where `{}` and others hold what turns, does not "
                      "settle at t = {:.6g} s",
                      site.name, now_.t),
          {},
          "a shorter lever, or less friction"};
}

}  // namespace mbs
