#include "runtime/run/rigid_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

// 2.943 depth/speed (Hertz 1881).
double hertz_duration(const ir::Contact& c, double mass, double speed) {
  const double depth = std::pow(5 * mass * speed * speed / (4 * c.hertz), 0.4);
  return 2.943 * depth / speed;
}

bool tells_of_FN(ContactSignal signal) {
  return signal == ContactSignal::FN || signal == ContactSignal::impulse ||
         signal == ContactSignal::force_x || signal == ContactSignal::force_y ||
         signal == ContactSignal::force_z;
}

bool tells_of_FT(ContactSignal signal) {
  return signal == ContactSignal::FT ||
         (tells_of_FN(signal) && signal != ContactSignal::FN && signal != ContactSignal::impulse);
}

std::vector<bool> asked(const Model& model, bool (*tells)(ContactSignal)) {
  const Graph& graph = model.scenario->graph;
  std::vector<bool> asked(model.contacts.size(), false);
  for (std::int32_t i = 0; i < graph.size(); ++i) {
    if (graph[NodeId{i}].op != Op::slot) continue;
    const Slot& slot = graph.slot_of(graph[NodeId{i}]);
    if (slot.kind == SlotKind::contact_signal && tells(static_cast<ContactSignal>(slot.index)))
      asked[slot.entity] = true;
  }
  return asked;
}

// Do results ask for what joints or drives exert, or for what friction takes up?
bool asks_for_loads(const Model& model) {
  const auto energy = [](const Slot& slot, EnergySignal signal) {
    return slot.kind == SlotKind::energy && slot.index == static_cast<int>(signal);
  };
  return std::ranges::any_of(all_slots(model.scenario->graph), [&](const Slot& slot) {
    return slot.kind == SlotKind::joint_reaction || slot.kind == SlotKind::joint_impulse ||
           slot.kind == SlotKind::drive_effort || energy(slot, EnergySignal::contact) ||
           energy(slot, EnergySignal::input);
  });
}

// A clearance of several contacts sums theirs up.
std::vector<bool> no_parts(const Model& model) {
  std::vector<bool> alone(model.contacts.size(), true);
  for (const ir::SharedClearance& shared : model.scenario->clearances)
    for (const ir::ContactId part : shared.contacts) alone[part.index] = false;
  return alone;
}

}  // namespace

RigidLimits::RigidLimits(Present& now)
    : now_(now),
      last_(now.model.contacts.size(), -std::numeric_limits<double>::infinity()),
      fastest_(now.model.contacts.size(), 0),
      FN_(asked(now.model, tells_of_FN)),
      FT_(asked(now.model, tells_of_FT)),
      alone_(no_parts(now.model)),
      loads_(asks_for_loads(now.model)) {}

void RigidLimits::struck(int contact, double v_in) {
  constexpr double slow = 0.1;  // of the fastest
  const ir::Contact& c = now_.scenario.contacts[contact];
  const double since = now_.t - last_[contact];
  last_[contact] = now_.t;
  fastest_[contact] = std::max(fastest_[contact], v_in);
  const double mass = 1 / (1 / c.m1 + 1 / c.m2);
  if (!(c.hertz > 0) || !(mass > 0) || v_in < slow * fastest_[contact]) return;
  const double touch = hertz_duration(c, mass, v_in);
  if (since >= touch) return;
  warn_rigid(Code::W0717, c,
             fmt::format("a blow followed another after {:.3g} us, but as elastic bodies (Hertz) "
                         "these would touch for {:.3g} us",
                         since * 1e6, touch * 1e6),
             now_.t, now_.run);
}

// Sums of what contacts share are unique; of what squeezes they are not.
void RigidLimits::not_unique(int contact, Loose what) {
  const bool squeezed = what == Loose::squeezed;
  const bool told = what == Loose::friction ? FT_[contact] : asks(contact);
  if (!told || !(squeezed || alone_[contact])) return;
  warn_rigid(Code::W0716, now_.scenario.contacts[contact],
             squeezed ? "its force is not unique, for friction that holds may press it more or "
                        "less; shown is what it takes with the least friction"
                      : "its force is not unique, for other contacts hold what it holds; shown are "
                        "the smallest forces that do",
             now_.t, now_.run);
}

void RigidLimits::held_by_joints(int contact) {
  if (!asks(contact) && !loads_) return;
  warn_rigid(
      Code::W0716, now_.scenario.contacts[contact],
      "its force is not unique, for joints hold what it holds; they are shown to take all of it",
      now_.t, now_.run);
}

}  // namespace mbs
