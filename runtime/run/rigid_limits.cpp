#include "runtime/run/rigid_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/run/warnings.hpp"

namespace mbs {

namespace {

// 2.943 depth/speed (Hertz 1881).
double hertz_duration(const ir::Contact& c, double mass, double speed) {
  const double depth = std::pow(5 * mass * speed * speed / (4 * c.hertz), 0.4);
  return 2.943 * depth / speed;
}

bool is_force(int signal) {
  switch (static_cast<ContactSignal>(signal)) {
    case ContactSignal::FN:
    case ContactSignal::FT:
    case ContactSignal::force_x:
    case ContactSignal::force_y:
    case ContactSignal::force_z:
      return true;
    default:
      return false;
  }
}

std::vector<bool> forces_asked(const Model& model) {
  const Graph& graph = model.scenario->graph;
  std::vector<bool> asked(model.contacts.size(), false);
  for (std::int32_t i = 0; i < graph.size(); ++i) {
    if (graph[NodeId{i}].op != Op::slot) continue;
    const Slot& slot = graph.slot_of(graph[NodeId{i}]);
    if (slot.kind == SlotKind::contact_signal && is_force(slot.index)) asked[slot.entity] = true;
  }
  return asked;
}

// A clearance of several contacts sums theirs up, and the sum is unique among contacts.
std::vector<bool> but_sums(const Model& model, std::vector<bool> asked) {
  for (const ir::SharedClearance& shared : model.scenario->clearances)
    for (const ir::ContactId part : shared.contacts) asked[part.index] = false;
  return asked;
}

}  // namespace

RigidLimits::RigidLimits(Present& now)
    : now_(now),
      last_(now.model.contacts.size(), -std::numeric_limits<double>::infinity()),
      fastest_(now.model.contacts.size(), 0),
      asked_(forces_asked(now.model)),
      asked_alone_(but_sums(now.model, asked_)) {}

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

void RigidLimits::shares(int contact) {
  if (!asked_alone_[contact]) return;
  warn_rigid(Code::W0716, now_.scenario.contacts[contact],
             "its force is not unique, for other contacts hold what it holds; shown are the "
             "smallest forces that do",
             now_.t, now_.run);
}

void RigidLimits::held_by_joints(int contact) {
  if (!asked_[contact]) return;
  warn_rigid(
      Code::W0716, now_.scenario.contacts[contact],
      "its force is not unique, for joints hold what it holds; they are shown to take all of it",
      now_.t, now_.run);
}

}  // namespace mbs
