#include "runtime/run/jammed_joints.hpp"

#include <algorithm>

#include "runtime/contact/bearing.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

bool tells_of_loads(const Slot& slot) {
  const auto friction = [&](FrictionSignal signal) {
    return slot.index == static_cast<int>(signal);
  };
  return slot.kind == SlotKind::joint_reaction || slot.kind == SlotKind::joint_impulse ||
         (slot.kind == SlotKind::joint_friction && !friction(FrictionSignal::stuck) &&
          !friction(FrictionSignal::energy_lost) && !friction(FrictionSignal::vt));
}

bool sticks(const Present& now, int contact) {
  return now.model.contacts[contact].bearing() && now.mode.contacts[contact].sticking;
}

std::vector<double> scaled(const Model& m, const HoldRow& row) {
  std::vector<double> out(m.layout.motions, 0.0);
  for (int i = 0; i < row.count; ++i)
    out[row.columns[i]] += row.values[i] * (m.layout.turns(row.columns[i]) ? 1 : m.size);
  return out;
}

// What joints and drives hold as they act.
RowSpace held_by_rows(const Present& now, const Placement& at) {
  RowSpace held(now.layout.motions);
  for (std::size_t k = 0; k < now.model.rows.size(); ++k)
    if (row_acts(&now.mode, k)) held.add(scaled_gradient(now.model, at, now.model.rows[k]));
  return held;
}

}  // namespace

bool asks_for_reactions(const ir::Scenario& scenario) {
  return std::ranges::any_of(all_slots(scenario.graph), tells_of_loads);
}

std::vector<int> jammed_bearings(const Present& now, Workspace& workspace) {
  place(now.model, now.y.data(), workspace.impl().at);
  std::vector<HoldRow> rows;
  hold_rows(now.model, now.y.data(), now.mode, workspace, rows);
  const RowSpace held = held_by_rows(now, workspace.impl().at);
  std::vector<int> jammed;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int contact = rows[i].contact;
    if (!sticks(now, contact) || (!jammed.empty() && jammed.back() == contact)) continue;
    RowSpace others = held;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (k != i) others.add(scaled(now.model, rows[k]));
    if (others.holds(scaled(now.model, rows[i]))) jammed.push_back(contact);
  }
  return jammed;
}

void tell_jammed(Present& now) {
  const auto name = [&](int contact) {
    return now.scenario.joints[now.model.contacts[contact].bearing()->joint].name;
  };
  const auto told = [&](int contact) {
    return std::ranges::any_of(now.run.warnings, [&](const RunWarning& w) {
      return w.code == Code::W0716 && w.subject == name(contact);
    });
  };
  bool any = false;
  for (int c = 0; c < now.layout.contacts && !any; ++c) any = sticks(now, c) && !told(c);
  if (!any || !asks_for_reactions(now.scenario)) return;
  for (const int contact : jammed_bearings(now, now.workspace)) {
    if (told(contact)) continue;
    now.run.warnings.push_back(
        {Code::W0716, name(contact),
         "its reaction is not unique, for it rests, and drives, or friction elsewhere, hold what "
         "its own holds; shown is one load that friction can carry",
         now.scenario.joints[now.model.contacts[contact].bearing()->joint].origin, 1, now.t});
  }
}

}  // namespace mbs
