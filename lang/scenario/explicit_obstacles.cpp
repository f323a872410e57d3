#include "lang/scenario/explicit_obstacles.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mbs::ir {

namespace {

bool follows_rates(const Scenario& s, NodeId node) {
  if (!node.valid()) return false;
  const auto slots = s.graph.slots_used(node);
  return std::any_of(slots.begin(), slots.end(), sees_rates);
}

std::optional<Obstacle> in_joints(const Scenario& s) {
  for (const Joint& joint : s.joints)
    if (joint.friction)
      return Obstacle{
          fmt::format("the friction of `{}` follows from the joint's own reaction", joint.name),
          joint.origin};
  return {};
}

std::optional<Obstacle> in_forces(const Scenario& s) {
  for (const Force& force : s.forces)
    for (const NodeId value : force.value)
      if (follows_rates(s, value))
        return Obstacle{fmt::format("`{}` sees accelerations or reactions", force.name),
                        force.origin};
  for (const State& state : s.states)
    if (follows_rates(s, state.rate))
      return Obstacle{fmt::format("the rate of `{}` sees accelerations or reactions", state.name),
                      state.origin};
  return {};
}

// The first contact whose law is such.
template <class F>
const Contact* contact_with(const Scenario& s, F&& is_such) {
  for (const Contact& contact : s.contacts)
    if (contact.law.valid() && is_such(s.laws[contact.law.index])) return &contact;
  return nullptr;
}

std::optional<Obstacle> in_rigid(const Scenario& s) {
  const Contact* found = contact_with(s, [](const LawProgram& law) { return law.rigid(); });
  if (!found) return {};
  const LawProgram& law = s.laws[found->law.index];
  return Obstacle{fmt::format("`{}` is rigid, by `{}`", found->name, law.name), found->origin};
}

std::optional<Obstacle> in_sticking(const Scenario& s) {
  const Contact* found =
      contact_with(s, [](const LawProgram& law) { return !law.rigid() && law.stick.valid(); });
  if (!found) return {};
  const LawProgram& law = s.laws[found->law.index];
  return Obstacle{fmt::format("`{}` can stick, by `{}`", found->name,
                              law.friction_name.empty() ? law.name : law.friction_name),
                  found->origin};
}

}  // namespace

bool sees_rates(const Slot& slot) {
  switch (slot.kind) {
    case SlotKind::body_coordinate:
    case SlotKind::joint_coordinate:
      return slot.order == 2;
    case SlotKind::body_spin:
      return slot.order == 1;
    case SlotKind::joint_reaction:
    case SlotKind::drive_effort:
    case SlotKind::joint_friction:
    case SlotKind::joint_law:
    case SlotKind::contact_signal:  // the force of one that sticks
      return true;
    default:
      return false;
  }
}

std::optional<Obstacle> obstacle_to_any_explicit(const Scenario& s) {
  for (const auto find : {in_joints, in_forces, in_sticking})
    if (auto found = find(s)) return found;
  if (s.groups.empty()) return {};
  return Obstacle{fmt::format("`{}` are contacts among many", s.groups.front().name),
                  s.groups.front().origin};
}

std::optional<Obstacle> obstacle_to_explicit(const Scenario& s) {
  if (auto found = obstacle_to_any_explicit(s)) return found;
  return in_rigid(s);
}

}  // namespace mbs::ir
