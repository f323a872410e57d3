// Values of graph nodes at an instant of a run.
#pragma once

#include <span>
#include <vector>

#include "lang/expression/tape.hpp"
#include "runtime/elements/energy_balance.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// A compiled set of nodes with the means to fill their slots.
class SignalTape {
 public:
  SignalTape(const Model& model, std::span<const NodeId> nodes);
  // The nodes are of `graph`, whose slots are the model's.
  SignalTape(const Model& model, const Graph& graph, std::span<const NodeId> nodes);
  // Accelerations, reactions, or what holds a contact that sticks: what a RateSolver finds.
  bool sees_rates() const { return sees_rates_; }
  // Do all values stay as they are while the mode does?
  bool stays(const Model& model, const Mode& mode) const;
  // The impulses of joints and drives that it asks for. What they are depends on all of the run so
  // far, which an instant does not tell.
  std::span<const Slot> impulses() const { return impulses_; }
  // With the values of these impulses. False if a value could not be computed; it is NaN then.
  bool evaluate(const Model& model, const Instant& now, const EnergyBalance& balance,
                Workspace& workspace, std::span<double> out, std::span<const double> impulses = {});

 private:
  Tape tape_;
  TapeState state_;
  std::vector<double> inputs_;
  std::vector<Slot> impulses_;
  bool sees_rates_ = false;
};

}  // namespace mbs
