#include "runtime/setup/undetermined_friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/contact/bearing.hpp"
#include "runtime/setup/acting_rows.hpp"
#include "runtime/setup/loop_closing.hpp"
#include "runtime/setup/rank.hpp"
#include "runtime/setup/row_space.hpp"

namespace mbs {

namespace {

// Does friction depend on what presses it? The plates of a clutch carry what springs press out of
// them.
bool asks_FN(const ir::LawProgram& law) {
  const auto asks = [&](const NodeId node) {
    return node.valid() && std::ranges::any_of(law.graph.slots_used(node), [](const Slot& slot) {
             return slot.kind == SlotKind::law_FN;
           });
  };
  return asks(law.FT) || asks(law.stick) || std::ranges::any_of(law.FT_vector, asks) ||
         std::ranges::any_of(law.states, asks, &ir::LawState::rate);
}

// Does the multiplier of this row press what slides?
bool presses(const Model& m, const Placement& at, const ConstraintRow& row) {
  Multipliers alone{};
  alone[row.component] = 1;
  return std::ranges::any_of(m.contacts, [&](const ContactModel& c) {
    const Bearing* bearing = c.bearing();
    return bearing && bearing->joint == row.joint && asks_FN(m.scenario->laws[c.own.law]) &&
           pressing(m, *bearing, at, alone).FN > 0;
  });
}

// Do the others hold what this row holds?
bool shared(const Model& m, const Placement& at, const std::vector<ConstraintRow>& rows,
            const ConstraintRow& row) {
  RowSpace others(m.layout.motions);
  for (const ConstraintRow& other : rows)
    if (&other != &row) others.add(scaled_gradient(m, at, other));
  return others.holds(scaled_gradient(m, at, row));
}

// The first joint with friction that is pressed by what others hold as well; -1: there is none.
int undetermined(const Model& m, const Placement& at, const std::vector<ConstraintRow>& rows) {
  for (const ConstraintRow& row : rows)
    if (row.joint >= 0 && m.scenario->joints[row.joint].friction && presses(m, at, row) &&
        shared(m, at, rows, row))
      return row.joint;
  return -1;
}

// In a position that is not special.
int undetermined_nearby(AssemblyState& k) {
  const auto look = [&] { return undetermined(k.model, k.at, k.rows); };
  return look() < 0 ? -1 : nearby(k, look);
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

struct Refusal {
  std::string message, note, hint;
};

bool refuse(const ir::Joint& joint, Diagnostics& diagnostics, Refusal why) {
  Diagnostic& d = diagnostics.add(Code::E0508, joint.origin, std::move(why.message));
  d.notes.push_back(std::move(why.note));
  d.hint = std::move(why.hint);
  return false;
}

}  // namespace

bool report_held_friction(AssemblyState& k, Diagnostics& diagnostics) {
  const std::vector<int> here = held_joints(k);
  if (here.empty()) return true;
  const std::vector<int> there = nearby(k, [&] { return held_joints(k); });
  const auto held = std::ranges::find_first_of(here, there);
  if (held == here.end()) return true;
  const ir::Joint& joint = k.model.scenario->joints[*held];
  return refuse(
      joint, diagnostics,
      {fmt::format("what the friction of `{}` holds is not determined: it cannot move", joint.name),
       "the other joints hold it, and how rigid parts share a load with friction is undecided",
       "leave friction to joints that move"});
}

std::string undetermined_pressing(const ir::Joint& joint) {
  return fmt::format("what presses `{}` is not determined, and so is not its friction", joint.name);
}

int undetermined_friction(const Model& m, const Placement& at, const Switched& switched) {
  if (all_act(m, switched)) return -1;
  std::vector<ConstraintRow> held;
  std::ranges::copy_if(m.rows, std::back_inserter(held), [&](const ConstraintRow& row) {
    return row.joint >= 0 && switched.holds(row.owner());
  });
  return undetermined(m, at, held);
}

bool report_undetermined_friction(AssemblyState& k, const std::vector<bool>& redundant,
                                  Diagnostics& diagnostics) {
  int found = -1;
  if (std::ranges::find(redundant, true) != redundant.end())
    found = undetermined(k.model, k.at, k.rows);
  else if (k.model.switches)  // of what is switched no row is redundant for good
    found = undetermined_nearby(k);
  if (found < 0) return true;
  const ir::Joint& joint = k.model.scenario->joints[found];
  return refuse(
      joint, diagnostics,
      {undetermined_pressing(joint),
       "other joints hold a part of what it holds, and how rigid parts share a load is undecided",
       "leave friction to joints that share nothing, or replace a joint by one that holds less"});
}

}  // namespace mbs
