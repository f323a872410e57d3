// From graphs to tapes. Not for use outside of lang.
#pragma once

#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "lang/expression/tape.hpp"

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

// The registers of nodes: a place for each of a small graph, or a map.
class NodeRegisters {
 public:
  static constexpr std::int32_t none = -1;
  explicit NodeRegisters(const Graph& graph)
      : places_(graph.size() <= small ? static_cast<std::size_t>(graph.size()) : 0, none) {}
  std::int32_t find(NodeId id) const {
    if (!places_.empty()) return places_[id.index];
    const auto place = map_.find(id.index);
    return place == map_.end() ? none : place->second;
  }
  std::int32_t& operator[](NodeId id) {
    return places_.empty() ? map_[id.index] : places_[id.index];
  }

 private:
  static constexpr int small = 1024;
  std::vector<std::int32_t> places_;
  std::unordered_map<std::int32_t, std::int32_t> map_;
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
  std::int32_t at(NodeId id) const { return registers_.find(id); }

  const Graph& graph_;
  Tape tape_;
  NodeRegisters registers_;
  std::map<std::tuple<Op, std::int32_t, std::int32_t, std::int32_t>, std::int32_t> emitted_;
  std::map<std::uint64_t, std::int32_t> constants_;  // by their bits
};

}  // namespace mbs
