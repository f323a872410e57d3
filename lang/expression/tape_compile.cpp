#include "lang/expression/tape_compile.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "lang/expression/root_memory.hpp"
#include "lang/expression/walk.hpp"

namespace mbs {

TapeCompiler::TapeCompiler(const Graph& graph, std::span<const NodeId> leaves)
    : graph_(graph), registers_(graph, none) {
  for (NodeId leaf : leaves)
    registers_[leaf] = new_register(std::numeric_limits<double>::quiet_NaN());
}

// Output by output, so that watches and roots are numbered alike for the same first outputs.
Tape TapeCompiler::compile(std::span<const NodeId> outputs) && {
  for (NodeId output : outputs) {
    for (NodeId id : still_needed(output)) place(id);
    tape_.outputs_.push_back(at(output));
  }
  tape_.code_.push_back({Tape::end, 0, 0, 0, 0});
  return std::move(tape_);
}

std::vector<NodeId> TapeCompiler::still_needed(NodeId output) const {
  if (registers_.find(output) != none) return {};
  std::vector<NodeId> needed, stack{output};
  MetNodes met(graph_);
  while (!stack.empty()) {
    const NodeId id = stack.back();
    stack.pop_back();
    if (registers_.find(id) != none || !met.insert(id)) continue;
    needed.push_back(id);
    const Node& node = graph_[id];
    for_each_operand(node, [&](NodeId part) { stack.push_back(part); });
    if (node.op == Op::root)
      for (NodeId part : captured(graph_, graph_.root_of(node))) stack.push_back(part);
  }
  std::sort(needed.begin(), needed.end(), [](NodeId a, NodeId b) { return a.index < b.index; });
  return needed;
}

std::int32_t TapeCompiler::at(NodeId id) const {
  const std::int32_t place = registers_.find(id);
  if (place == none) throw std::out_of_range("a node is asked for before it has a register");
  return place;
}

void TapeCompiler::place(NodeId id) {
  const Node& node = graph_[id];
  const auto operand = [&](NodeId part) { return part.valid() ? at(part) : 0; };
  std::int32_t out = 0;
  if (node.op == Op::constant) {
    out = constant(node.value);
  } else if (node.op == Op::root) {
    out = root(id);
  } else if (node.op == Op::lookup) {
    out = lookup(node);
  } else if (node.op == Op::watch) {
    out = emit(Op::watch, at(node.a), tape_.watch_count());
    tape_.margin_registers_.push_back(at(node.a));
    tape_.margin_nodes_.push_back(node.a);
  } else if (node.op == Op::power && graph_.is_constant(node.b)) {
    out = power(at(node.a), graph_.value(node.b));
  } else {
    out = emit(node.op, operand(node.a), operand(node.b), operand(node.c));
  }
  registers_[id] = out;
}

std::int32_t TapeCompiler::lookup(const Node& node) {
  const auto& table = graph_.table_of(node);
  auto place = std::find(tape_.tables_.begin(), tape_.tables_.end(), table);
  if (place == tape_.tables_.end()) place = tape_.tables_.insert(place, table);
  return emit(Op::lookup, at(node.a), static_cast<std::int32_t>(place - tape_.tables_.begin()),
              node.part);
}

std::int32_t TapeCompiler::root(NodeId id) {
  const Root& root = graph_.root_of(graph_[id]);
  auto program = std::make_shared<Tape::RootProgram>();
  std::vector<NodeId> leaves{root.bound};
  for (NodeId part : captured(graph_, root)) {
    leaves.push_back(part);
    program->captured.push_back(at(part));
  }
  const NodeId outputs[] = {root.residual, root.slope};
  program->tape = TapeCompiler(graph_, leaves).compile(outputs);
  remember(root, std::span(leaves).subspan(1), *program);
  tape_.roots_.push_back(std::move(program));
  return emit(Op::root, at(graph_[id].a), at(graph_[id].b),
              static_cast<std::int32_t>(tape_.roots_.size() - 1));
}

void TapeCompiler::remember(const Root& root, std::span<const NodeId> captured,
                            Tape::RootProgram& program) {
  const Node& residual = graph_[root.residual];
  const Tape& tape = program.tape;
  const bool smooth = tape.side_count() == 0 && tape.watch_count() == 0 && tape.tables_.empty();
  if (residual.op != Op::subtract || !smooth) return;
  const auto separate = [&](NodeId given, NodeId rest) {
    const auto place = std::ranges::find(captured, given);
    const auto nodes = reachable(graph_, {&rest, 1});
    if (place == captured.end() || std::ranges::count(nodes, given) > 0) return;
    program.given = static_cast<int>(place - captured.begin());
    program.sign = given == residual.a ? 1 : -1;
  };
  separate(residual.a, residual.b);
  separate(residual.b, residual.a);
  if (program.given < 0) return;
  auto& registers = program.tape.image_;
  program.memory = static_cast<std::int32_t>(registers.size());
  registers.resize(registers.size() + RootMemory::size, std::numeric_limits<double>::quiet_NaN());
}

// Small multiples of 1/2 become products and a square root. Another exponent n > 1 becomes
// x * x^(n - 1), which shares its slow part with the derivative.
std::int32_t TapeCompiler::power(std::int32_t base, double exponent) {
  const double twice = 2 * exponent;
  if (exponent < 0 && twice == std::trunc(twice) && twice >= -8)
    return emit(Op::divide, constant(1), power(base, -exponent));
  if (twice == std::trunc(twice) && twice > 0 && twice <= 16) {
    const int whole = static_cast<int>(exponent);
    if (whole == exponent) return whole_power(base, whole);
    const std::int32_t root = emit(Op::sqrt, base);
    return whole == 0 ? root : emit(Op::multiply, whole_power(base, whole), root);
  }
  if (exponent > 1 && exponent <= 4 && exponent != std::trunc(exponent))
    return emit(Op::multiply, base, power(base, exponent - 1));
  return emit(Op::power, base, constant(exponent));
}

std::int32_t TapeCompiler::whole_power(std::int32_t base, int exponent) {
  if (exponent == 1) return base;
  const std::int32_t half = whole_power(base, exponent / 2);
  const std::int32_t even = emit(Op::multiply, half, half);
  return exponent % 2 == 0 ? even : emit(Op::multiply, even, base);
}

std::int32_t TapeCompiler::emit(Op op, std::int32_t a, std::int32_t b, std::int32_t c) {
  const auto [place, fresh] = emitted_.try_emplace({op, a, b, c}, 0);
  if (!fresh) return place->second;
  place->second = new_register(std::numeric_limits<double>::quiet_NaN());
  tape_.code_.push_back({op, place->second, a, b, c});
  if (op == Op::abs) tape_.bends_.push_back({a, -1});
  if (op == Op::minimum || op == Op::maximum) tape_.bends_.push_back({a, b});
  return place->second;
}

std::int32_t TapeCompiler::constant(double value) {
  const auto [place, fresh] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), 0);
  if (fresh) place->second = new_register(value);
  return place->second;
}

std::int32_t TapeCompiler::new_register(double initial) {
  tape_.image_.push_back(initial);
  return static_cast<std::int32_t>(tape_.image_.size() - 1);
}

Tape Tape::compile(const Graph& graph, std::span<const NodeId> outputs) {
  std::vector<Slot> inputs;
  std::vector<NodeId> leaves;
  MetNodes met(graph);
  NodeId before;  // the same output twice has the same slots
  for (NodeId output : outputs) {
    if (output == std::exchange(before, output)) continue;
    for (const Slot& slot : graph.slots_used(output)) {
      const NodeId leaf = graph.find(slot);
      if (!met.insert(leaf)) continue;
      inputs.push_back(slot);
      leaves.push_back(leaf);
    }
  }
  Tape tape = TapeCompiler(graph, leaves).compile(outputs);
  tape.inputs_ = std::move(inputs);
  return tape;
}

TapeState Tape::state() const {
  TapeState state;
  state.registers = image_;
  state.flags.assign(watch_count(), std::numeric_limits<double>::quiet_NaN());
  state.warm.assign(roots_.size(), std::numeric_limits<double>::quiet_NaN());
  for (const auto& root : roots_) state.nested.push_back(root->tape.state());
  return state;
}

}  // namespace mbs
