#include "runtime/setup/lay_out.hpp"

#include <algorithm>
#include <utility>

#include "runtime/contact/bearing.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

Layout layout_of(const Model& m) {
  Layout l;
  l.bodies = static_cast<int>(m.masses.size()) - 1;
  l.constraints = static_cast<int>(m.rows.size());
  l.positions = static_cast<int>(std::count_if(m.rows.begin(), m.rows.end(),
                                               [](const ConstraintRow& r) { return r.position; }));
  l.contacts = static_cast<int>(m.contacts.size());
  l.touching = static_cast<int>(m.scenario->contacts.size());
  l.in_joints = static_cast<int>(
      std::ranges::count_if(m.contacts, [](const ContactModel& c) { return !c.turning(); }));
  for (const ContactModel& c : m.contacts) {
    if (c.own.hold >= 0) l.holds += hold_parts(m, c);
    l.states += c.own.states;
  }
  l.script_states = static_cast<int>(m.scenario->states.size());
  l.states += l.script_states;
  l.per_place = m.scenario->spatial ? 7 : 3;
  l.per_motion = m.scenario->spatial ? 6 : 3;
  l.places = l.per_place * l.bodies;
  l.motions = l.per_motion * l.bodies;
  l.v = l.places;
  l.lam = l.v + l.motions;
  l.mu = l.lam + l.constraints;
  l.hold = l.mu + l.positions;
  l.s = l.hold + l.holds;
  l.z = l.s + l.contacts;
  l.script = l.z + l.states - l.script_states;
  l.work = l.z + l.states;
  l.impulse = l.work + l.contacts;
  l.group = l.impulse + l.contacts;
  l.groups = static_cast<int>(m.groups.size());
  l.input = l.group + l.groups;
  l.damping = l.input + 1;
  l.angle = l.damping + 1;
  l.angles = static_cast<int>(m.counted_angles.size());
  l.size = l.angle + l.angles;
  return l;
}

void lay_out(Model& m, std::vector<ConstraintRow> rows) {
  std::stable_partition(rows.begin(), rows.end(),
                        [](const ConstraintRow& r) { return r.position; });
  m.rows = std::move(rows);
  m.layout = layout_of(m);
  find_bearing_rows(m);
  add_entries(m);
}

}  // namespace mbs
