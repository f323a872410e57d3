// From graphs to tapes. Not for use outside of lang.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "lang/expression/tape.hpp"
#include "lang/expression/walk.hpp"

namespace mbs {

// The residual of a root and its slope as a program of the unknown (its input 0) and of registers
// captured from the tape around it (inputs 1, 2, …).
struct Tape::RootProgram {
  Tape tape;
  std::vector<std::int32_t> captured;
  // Where the residual is `given - f(unknown)`, or the opposite: the place of `given` among the
  // captured, its sign, and the register behind those of the program where RootMemory begins.
  int given = -1;
  double sign = 1;
  std::int32_t memory = 0;
};

class TapeCompiler {
 public:
  // `leaves` become the first registers, in order; they are given, not computed.
  TapeCompiler(const Graph& graph, std::span<const NodeId> leaves);
  Tape compile(std::span<const NodeId> outputs) &&;

 private:
  std::vector<NodeId> still_needed(NodeId output) const;
  void place(NodeId id);
  std::int32_t root(NodeId id);
  void remember(const Root& root, std::span<const NodeId> captured, Tape::RootProgram& program);
  std::int32_t lookup(const Node& node);
  std::int32_t power(std::int32_t base, double exponent);
  std::int32_t whole_power(std::int32_t base, int exponent);
  std::int32_t emit(Op op, std::int32_t a, std::int32_t b = 0, std::int32_t c = 0);
  std::int32_t constant(double value);
  std::int32_t new_register(double initial);
  std::int32_t at(NodeId id) const;

  const Graph& graph_;
  Tape tape_;
  static constexpr std::int32_t none = -1;
  ByNode<std::int32_t> registers_;
  std::map<std::tuple<Op, std::int32_t, std::int32_t, std::int32_t>, std::int32_t> emitted_;
  std::map<std::uint64_t, std::int32_t> constants_;  // by their bits
};

}  // namespace mbs
