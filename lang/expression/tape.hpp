// A flat program of scalar operations, made from a graph; what is evaluated during a run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lang/expression/graph.hpp"

namespace mbs {

// Why an evaluation failed: a root without a sign change in its bounds, or a value not finite.
struct TapeFailure {
  int root = -1;  // which root of the tape, in order; -1: not a root
  double low = 0, high = 0;
  double residual_low = 0, residual_high = 0;
};

// What an evaluation needs beside its inputs. One per use (per contact, say), made by `state()`.
struct TapeState {
  std::vector<double> registers;
  std::vector<double> flags;  // per watch: 1 or 0, frozen value; NaN: live, decided by the margin
  std::vector<double> warm;   // per root: last solution, NaN at first
  std::vector<TapeState> nested;  // per root
  std::optional<TapeFailure> failure;
};

class Tape {
 public:
  // Evaluates `outputs` of the graph, in order. Inputs are the slots used, in `inputs()` order.
  static Tape compile(const Graph& graph, std::span<const NodeId> outputs);

  const std::vector<Slot>& inputs() const { return inputs_; }
  int output_count() const { return static_cast<int>(outputs_.size()); }
  int watch_count() const { return static_cast<int>(margin_nodes_.size()); }
  // The margins of all watches as nodes of the graph it was compiled from, in order.
  const std::vector<NodeId>& margin_nodes() const { return margin_nodes_; }
  TapeState state() const;

  // No allocation. `inputs` may be `state.registers`. False: see `state.failure`; outputs are NaN.
  bool evaluate(std::span<const double> inputs, std::span<double> outputs, TapeState& state) const;
  // The same with the inputs in the first registers already, and the outputs left in theirs.
  bool evaluate(TapeState& state) const;
  // What the last evaluation has come to, finite or not.
  double output(const TapeState& state, int i) const { return state.registers[outputs_[i]]; }
  // The margins of all watches, in order, after an evaluation with the same state.
  // (Watches are numbered alike in tapes compiled from the same `outputs` prefix.)
  void margins(const TapeState& state, std::span<double> margins) const;
  // On which side of their bends all abs, min and max of the tape were in the last evaluation, in
  // order. Those inside of roots are not looked at.
  int side_count() const { return static_cast<int>(bends_.size()); }
  void sides(const TapeState& state, std::span<char> sides) const;
  // Sets all flags from the present margins: freeze. Live again: fill(flags, NaN).
  void freeze(TapeState& state) const;

 private:
  struct Instruction {
    Op op;
    std::int32_t out, a, b, c;
  };
  static constexpr Op end = Op::bound;  // behind the last instruction
  struct RootProgram;                   // nested tape giving residual and d residual / d unknown
  std::vector<Slot> inputs_;
  std::vector<double> image_;  // registers before an evaluation: constants, NaN elsewhere
  std::vector<Instruction> code_;
  struct Bend {
    std::int32_t a, b;  // registers that are compared; b < 0: with 0
  };
  std::vector<Bend> bends_;
  std::vector<std::int32_t> outputs_;
  std::vector<std::int32_t> margin_registers_;
  std::vector<NodeId> margin_nodes_;
  std::vector<std::shared_ptr<const RootProgram>> roots_;
  std::vector<std::shared_ptr<const Interpolant>> tables_;  // of lookups: b, and the part c

  friend double evaluate_once(const Graph&, NodeId, std::span<const double>);
  friend class TapeCompiler;
  friend class RootSolver;
  void run(TapeState& state) const;
  double watch(const Instruction& instruction, const TapeState& state) const;
  double root(const Instruction& instruction, TapeState& state) const;
  bool proper(TapeState& state) const;
};

// Evaluates a node that depends on no slot, or with `values` for its slots (in slots_used order).
// May be infinite or NaN.
double evaluate_once(const Graph& graph, NodeId node, std::span<const double> values = {});

}  // namespace mbs
