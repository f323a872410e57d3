#include "lang/expression/tape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lang/expression/scalar.hpp"

namespace mbs {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double Tape::watch(const Instruction& instruction, const TapeState& state) const {
  const double flag = state.flags[instruction.b];
  const double margin = state.registers[instruction.a];
  if (!std::isnan(flag) && !std::isnan(margin)) return flag;  // nor does NaN hide behind a flag
  return truth(margin, 0, margin > 0);
}

void Tape::run(TapeState& state) const {
  double* r = state.registers.data();
  for (const Instruction& i : code_) {
    if (i.op < Op::select) {
      r[i.out] = apply(i.op, r[i.a], r[i.b]);
    } else if (i.op == Op::select) {
      r[i.out] = choose(r[i.a], r[i.b], r[i.c]);
    } else if (i.op == Op::watch) {
      r[i.out] = watch(i, state);
    } else if (i.op == Op::lookup) {
      r[i.out] = tables_[i.b]->at(r[i.a], {static_cast<TableBranch>(i.c / 4), i.c % 4});
    } else {
      r[i.out] = root(i, state);
    }
  }
}

// A root that has no solution counts only if an output needs it: `if c then … else …` may have
// one in the branch not taken.
bool Tape::deliver(std::span<double> outputs, TapeState& state) const {
  double trouble = 0;  // stays 0 while all values are finite
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    outputs[i] = state.registers[outputs_[i]];
    trouble += outputs[i] * 0;
  }
  if (trouble != 0 && !all_proper(outputs)) {
    if (!state.failure) state.failure.emplace();
    std::fill_n(outputs.begin(), outputs_.size(), not_a_number);
    return false;
  }
  if (state.failure) state.failure.reset();
  return true;
}

// Constant outputs may be infinite, as the radius of a plane is.
bool Tape::all_proper(std::span<const double> outputs) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    if (!std::isfinite(outputs[i]) && std::isnan(image_[outputs_[i]])) return false;
  return true;
}

bool Tape::evaluate(std::span<const double> inputs, std::span<double> outputs,
                    TapeState& state) const {
  if (state.failure) state.failure.reset();
  double* registers = state.registers.data();
  if (inputs.data() != registers) std::copy_n(inputs.begin(), inputs_.size(), registers);
  run(state);
  return deliver(outputs, state);
}

void Tape::margins(const TapeState& state, std::span<double> margins) const {
  for (int i = 0; i < watch_count(); ++i) margins[i] = state.registers[margin_registers_[i]];
}

void Tape::freeze(TapeState& state) const {
  for (int i = 0; i < watch_count(); ++i) {
    const double margin = state.registers[margin_registers_[i]];
    state.flags[i] = truth(margin, 0, margin > 0);
  }
}

double evaluate_once(const Graph& graph, NodeId node, std::span<const double> values) {
  const Tape tape = Tape::compile(graph, {&node, 1});
  if (values.size() < tape.inputs().size()) return not_a_number;
  TapeState state = tape.state();
  std::copy_n(values.begin(), tape.inputs_.size(), state.registers.begin());
  tape.run(state);
  return state.registers[tape.outputs_[0]];
}

}  // namespace mbs
