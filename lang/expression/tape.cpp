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

// Whether the outputs are proper. A root that has no solution counts only if one of them needs it:
// `if c then … else …` may have one in the branch not taken. Constant ones may be infinite, as the
// radius of a plane is.
bool Tape::proper(TapeState& state) const {
  const double* r = state.registers.data();
  double trouble = 0;  // stays 0 while all values are finite
  for (const std::int32_t i : outputs_) trouble += r[i] * 0;
  if (trouble != 0)
    for (const std::int32_t i : outputs_)
      if (!std::isfinite(r[i]) && std::isnan(image_[i])) {
        if (!state.failure) state.failure.emplace();
        return false;
      }
  if (state.failure) state.failure.reset();
  return true;
}

bool Tape::evaluate(TapeState& state) const {
  if (state.failure) state.failure.reset();
  run(state);
  return proper(state);
}

bool Tape::evaluate(std::span<const double> inputs, std::span<double> outputs,
                    TapeState& state) const {
  double* registers = state.registers.data();
  if (inputs.data() != registers) std::copy_n(inputs.begin(), inputs_.size(), registers);
  const bool defined = evaluate(state);
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    outputs[i] = defined ? registers[outputs_[i]] : not_a_number;
  return defined;
}

void Tape::sides(const TapeState& state, std::span<char> sides) const {
  const double* r = state.registers.data();
  for (std::size_t i = 0; i < bends_.size(); ++i)
    sides[i] = r[bends_[i].a] > (bends_[i].b < 0 ? 0 : r[bends_[i].b]);
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
