#include "runtime/equations/watch_margins.hpp"

#include <algorithm>

#include "runtime/contact/forces.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/elements/forces.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

void watch_margins(const Model& m, const Instant& now, std::span<double> margins, Workspace& w) {
  std::fill(margins.begin(), margins.end(), 1.0);
  if (margins.empty()) return;
  place(m, now.y, w.impl().at);
  if (!evaluate_drives(m, now.t, now.mode, DriveOrder::rate, w)) return;
  for (std::size_t i = 0; i < m.drives.size(); ++i)
    m.drives[i].first.margins(w.impl().drives[i].first, margins.subspan(m.drives[i].flags));
  for (std::size_t i = 0; i < m.forces.size(); ++i)
    if (force_acts(m, static_cast<int>(i), now.mode) &&
        evaluate_force(m, static_cast<int>(i), now, w))
      m.forces[i].value.margins(w.impl().forces[i].value, margins.subspan(m.forces[i].flags));
  std::size_t next = m.signal_watches;
  for (int i = 0; i < m.layout.contacts; ++i) {
    const Tape& tape = m.laws[m.contacts[i].own.law].value;
    ContactForce f;
    const ContactMode& mode = now.mode->contacts[i];
    if (tape.watch_count() > 0 && may_act(m, m.contacts[i], mode) &&
        contact_force(m, i, now, mode, w, f) && f.acting)
      tape.margins(w.impl().contacts[i].value, margins.subspan(next));
    next += tape.watch_count();
  }
}

}  // namespace mbs
