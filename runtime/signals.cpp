#include "runtime/signals.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/crossing.hpp"

namespace mbs {

namespace {

// The condition itself, then both sides of each of its comparisons.
void collect_comparisons(const Graph& graph, NodeId node, std::vector<NodeId>& out) {
  const Node& n = graph[node];
  switch (n.op) {
    case Op::less:
    case Op::less_equal:
    case Op::equal:
      out.push_back(n.a);
      out.push_back(n.b);
      return;
    case Op::logical_and:
    case Op::logical_or:
      collect_comparisons(graph, n.a, out);
      collect_comparisons(graph, n.b, out);
      return;
    case Op::logical_not:
      collect_comparisons(graph, n.a, out);
      return;
    default:
      return;  // a boolean signal: followed by its value alone
  }
}

std::vector<NodeId> with_comparisons(const Model& model, NodeId node) {
  std::vector<NodeId> nodes = {node};
  collect_comparisons(scenario(model).graph, node, nodes);
  return nodes;
}

double read_slot(const Model& model, const Slot& slot, Instant now, const Mode& mode,
                 const EnergyBalance& balance, Workspace& w) {
  if (slot.kind == SlotKind::energy) {
    const auto which = static_cast<EnergySignal>(slot.index);
    if (which == EnergySignal::error) return balance.error(energies(model, now.t, now.y, w));
    if (which == EnergySignal::total) {
      const Energies e = energies(model, now.t, now.y, w);
      return e.kinetic + e.potential;
    }
  }
  return slot_value(model, slot, now.t, now.y, now.yp, mode, w);
}

bool is_rate(const Model& model, const Slot& slot) {
  switch (slot.kind) {
    case SlotKind::body_coordinate:
      return slot.order == 2;
    case SlotKind::joint_reaction:
    case SlotKind::drive_effort:
      return true;
    case SlotKind::contact_signal: {
      const auto signal = static_cast<ContactSignal>(slot.index);
      return can_stick(model, slot.entity) &&
             (signal == ContactSignal::FT || signal == ContactSignal::force_x ||
              signal == ContactSignal::force_y);
    }
    default:
      return false;
  }
}

}  // namespace

double EnergyBalance::largest(const Energies& e) {
  return std::max({std::abs(e.kinetic), std::abs(e.potential), std::abs(e.contact),
                   std::abs(e.input), std::abs(e.damping)});
}

void EnergyBalance::add(const Energies& e) {
  if (!started_) reference_ = balance(e);
  started_ = true;
  largest_ = std::max(largest_, largest(e));
}

double EnergyBalance::error(const Energies& e) const {
  if (!started_) return 0;
  const double scale = std::max(largest_, largest(e));
  return scale > 0 ? (balance(e) - reference_) / scale : 0;
}

SignalTape::SignalTape(const Model& model, std::span<const NodeId> nodes)
    : tape_(Tape::compile(scenario(model).graph, nodes)), state_(tape_.state()) {
  inputs_.resize(tape_.inputs().size());
  sees_rates_ =
      std::ranges::any_of(tape_.inputs(), [&](const Slot& slot) { return is_rate(model, slot); });
}

bool SignalTape::evaluate(const Model& model, Instant now, const Mode& mode,
                          const EnergyBalance& balance, Workspace& workspace,
                          std::span<double> out) {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    inputs_[i] = read_slot(model, tape_.inputs()[i], now, mode, balance, workspace);
  return tape_.evaluate(inputs_, out, state_);
}

Condition::Condition(const Model& model, NodeId node)
    : tape_(model, with_comparisons(model, node)) {
  const std::size_t outputs = with_comparisons(model, node).size();
  margins_ = static_cast<int>(outputs / 2);
  sides_.resize(margins_);
  values_.resize(outputs);
  end_.resize(outputs);
  if (tape_.sees_rates()) rates_.emplace(model);
}

void Condition::evaluate(Instant now, const Context& c, std::vector<double>& out) {
  if (rates_) now.yp = rates_->rates(now.t, now.y, now.yp, c.mode, c.workspace);
  tape_.evaluate(c.model, now, c.mode, c.balance, c.workspace, out);
}

bool Condition::advance(Instant now, const Context& context) {
  const bool before = value_;
  restart(now, context);
  return value_ && !before;
}

void Condition::restart(Instant now, const Context& context) {
  evaluate(now, context, values_);
  value_ = values_[0] > 0.5;
  for (int i = 0; i < margins_; ++i) sides_[i] = margin(i, values_) > 0;
}

std::optional<double> Condition::earliest(Segment& segment, double from, const Context& context) {
  std::optional<double> first;
  const auto consider = [&](auto&& side) {
    const double t = locate_crossing(side, from, segment.to());
    if (!first || t < *first) first = t;
  };
  evaluate(segment.end(), context, end_);
  for (int i = 0; i < margins_; ++i) {
    if ((margin(i, end_) > 0) == (sides_[i] != 0)) continue;
    consider([&](double t) {
      evaluate(segment.at(t), context, values_);
      return margin(i, values_);
    });
  }
  if (!first && (end_[0] > 0.5) != value_)
    consider([&](double t) {
      evaluate(segment.at(t), context, values_);
      return values_[0] - 0.5;
    });
  return first;
}

}  // namespace mbs
