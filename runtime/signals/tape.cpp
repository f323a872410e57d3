#include "runtime/signals/tape.hpp"

#include <algorithm>

#include "lang/scenario/explicit_obstacles.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/elements/energy.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

namespace {

// With the poses already set.
double read_slot(const Model& model, const Slot& slot, const Instant& now,
                 const EnergyBalance& balance, Workspace& w, Reactions& of_instant) {
  if (slot.kind == SlotKind::energy) {
    const auto which = static_cast<EnergySignal>(slot.index);
    if (which == EnergySignal::error)
      return balance.error(energies_placed(model, now.y, w, now.mode));
    if (which == EnergySignal::imbalance)
      return balance.imbalance(energies_placed(model, now.y, w, now.mode));
  }
  return slot_value_placed(model, slot, now, w, of_instant);
}

// As `ir::sees_rates` says, but for the parts of friction and contact that do not in this model.
bool is_rate(const Model& model, const Slot& slot) {
  if (!ir::sees_rates(slot)) return false;
  switch (slot.kind) {
    case SlotKind::joint_friction: {
      const auto signal = static_cast<FrictionSignal>(slot.index);
      return signal == FrictionSignal::FN || signal == FrictionSignal::FT ||
             (signal >= FrictionSignal::effort && signal <= FrictionSignal::effort_3);
    }
    case SlotKind::contact_signal: {
      const auto signal = static_cast<ContactSignal>(slot.index);
      const bool rigid = model.contacts[slot.entity].rigid();
      if (rigid && signal == ContactSignal::FN) return true;
      return (rigid || can_stick(model, slot.entity)) &&
             (signal == ContactSignal::FT || signal == ContactSignal::force_x ||
              signal == ContactSignal::force_y || signal == ContactSignal::force_z);
    }
    default:
      return true;
  }
}

}  // namespace

SignalTape::SignalTape(const Model& model, std::span<const NodeId> nodes)
    : SignalTape(model, scenario(model).graph, nodes) {}

SignalTape::SignalTape(const Model& model, const Graph& graph, std::span<const NodeId> nodes)
    : tape_(Tape::compile(graph, nodes)), state_(tape_.state()) {
  inputs_.resize(tape_.inputs().size());
  for (const Slot& slot : tape_.inputs())
    if (slot.kind == SlotKind::joint_impulse) impulses_.push_back(slot);
  sees_rates_ =
      std::ranges::any_of(tape_.inputs(), [&](const Slot& slot) { return is_rate(model, slot); });
}

bool SignalTape::stays(const Model& model, const Mode& mode) const {
  return std::ranges::all_of(tape_.inputs(),
                             [&](const Slot& slot) { return mbs::stays(model, slot, mode); });
}

bool SignalTape::evaluate(const Model& model, const Instant& now, const EnergyBalance& balance,
                          Workspace& workspace, std::span<double> out,
                          std::span<const double> impulses) {
  if (!inputs_.empty()) place(model, now.y, workspace.impl().at);
  Reactions of_instant;
  std::size_t impulse = 0;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Slot& slot = tape_.inputs()[i];
    const bool known = slot.kind == SlotKind::joint_impulse && impulse < impulses.size();
    inputs_[i] =
        known ? impulses[impulse++] : read_slot(model, slot, now, balance, workspace, of_instant);
  }
  return tape_.evaluate(inputs_, out, state_);
}

}  // namespace mbs
