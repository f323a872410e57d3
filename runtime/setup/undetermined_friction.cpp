#include "runtime/setup/undetermined_friction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/contact/bearing.hpp"
#include "runtime/setup/loop_closing.hpp"
#include "runtime/setup/rank.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

// Does the multiplier of this row press what slides?
bool presses(const AssemblyState& k, const ConstraintRow& row) {
  Multipliers alone{};
  alone[row.component] = 1;
  const auto& contacts = k.model.contacts;
  return std::any_of(contacts.begin(), contacts.end(), [&](const ContactModel& c) {
    const Bearing* bearing = c.bearing();
    return bearing && bearing->joint == row.joint &&
           pressing(k.model, *bearing, k.at, alone).FN > 0;
  });
}

// Do the others hold what this row holds?
bool shared(const AssemblyState& k, std::size_t row) {
  RowSpace others(k.v.size());
  for (std::size_t i = 0; i < k.rows.size(); ++i)
    if (i != row) others.add(scaled_gradient(k, k.rows[i]));
  return others.holds(scaled_gradient(k, k.rows[row]));
}

// Can surfaces of a joint slide on each other at all, as joints alone let them, that hold for good?
bool slides(const AssemblyState& k, const RowSpace& joints, const Bearing& bearing) {
  return std::ranges::any_of(bearing.slides, [&](const Slide& slide) {
    ConstraintRow row;
    row.terms[0] = {1, slide.coordinate};
    return !joints.holds(scaled_gradient(k, row));
  });
}

// Joints whose friction can stick, and that cannot slide where they are.
std::vector<int> held_joints(const AssemblyState& k) {
  const auto sticks = [](const ContactModel& c) { return c.bearing() && c.own.hold >= 0; };
  if (std::ranges::none_of(k.model.contacts, sticks)) return {};
  RowSpace joints(k.v.size());
  for (const ConstraintRow& row : k.rows)
    if (row.joint >= 0 && !row.switched) joints.add(scaled_gradient(k, row));
  std::vector<int> held;
  for (const ContactModel& c : k.model.contacts)
    if (sticks(c) && !slides(k, joints, *c.bearing())) held.push_back(c.bearing()->joint);
  return held;
}

}  // namespace

bool report_held_friction(AssemblyState& k, Diagnostics& diagnostics) {
  const std::vector<int> here = held_joints(k);
  if (here.empty()) return true;
  const std::vector<double> q = k.q;
  move_a_little(k);
  const std::vector<int> nearby = held_joints(k);
  k.q = q;
  set_placement(k, k.q, k.v);
  const auto held = std::ranges::find_first_of(here, nearby);
  if (held == here.end()) return true;
  const ir::Joint& joint = k.model.scenario->joints[*held];
  Diagnostic& d = diagnostics.add(
      Code::E0508, joint.origin,
      fmt::format("what the friction of `{}` holds is not determined: it cannot move", joint.name));
  d.notes.push_back(
      "the other joints hold it, and how rigid parts share a load with friction is undecided");
  d.hint = "leave friction to joints that move";
  return false;
}

bool report_undetermined_friction(const AssemblyState& k, const std::vector<bool>& redundant,
                                  Diagnostics& diagnostics) {
  if (std::find(redundant.begin(), redundant.end(), true) == redundant.end()) return true;
  const ir::Scenario& s = *k.model.scenario;
  for (std::size_t i = 0; i < k.rows.size(); ++i) {
    const ConstraintRow& row = k.rows[i];
    if (row.joint < 0 || !s.joints[row.joint].friction) continue;
    const ir::Joint& joint = s.joints[row.joint];
    if (!presses(k, row) || !shared(k, i)) continue;
    Diagnostic& d = diagnostics.add(
        Code::E0508, joint.origin,
        fmt::format("what presses `{}` is not determined, and so is not its friction", joint.name));
    d.notes.push_back(
        "other joints hold a part of what it holds, and how rigid parts share a load is undecided");
    d.hint =
        "leave friction to joints that share nothing, or replace a joint by one that holds less";
    return false;
  }
  return true;
}

}  // namespace mbs
