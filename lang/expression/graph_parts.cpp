// What a graph does with all the nodes behind one of them.
#include "lang/expression/graph.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "lang/expression/tape.hpp"
#include "lang/expression/walk.hpp"

namespace mbs {

Stage Graph::stage_of_operands(const Node& node) const {
  Stage latest = Stage::constant;
  if (node.op == Op::slot) return stage_of(slots_[node.index].kind);
  const auto visit = [&](NodeId part) { latest = std::max(latest, stages_[part.index]); };
  for_each_part(*this, node, visit);
  return latest;
}

// Whether the value can be known now: no slots, and no unknown of a root further out.
bool Graph::is_closed(NodeId root) const {
  if (stage(root) != Stage::constant) return false;
  std::unordered_set<std::int32_t> unknowns, owned;
  for (NodeId part : reachable(*this, {&root, 1})) {
    if ((*this)[part].op == Op::bound) unknowns.insert(part.index);
    if ((*this)[part].op == Op::root) owned.insert(root_of((*this)[part]).bound.index);
  }
  return std::ranges::all_of(unknowns, [&](std::int32_t id) { return owned.contains(id); });
}

// A root without a solution stays as it is: whoever evaluates it learns of its bounds.
NodeId Graph::folded_root(NodeId root) {
  const double solution = evaluate_once(*this, root);
  return std::isfinite(solution) ? constant(solution) : root;
}

namespace {

constexpr std::size_t usual_depth = 32;  // of an expression, for whom room is made at once

}  // namespace

std::vector<Slot> Graph::slots_used(NodeId id) const {
  std::vector<Slot> used;
  std::vector<NodeId> stack;
  stack.reserve(usual_depth);
  stack.push_back(id);
  MetNodes met(*this);
  while (!stack.empty()) {
    const Node& node = (*this)[stack.back()];
    const bool fresh = met.insert(stack.back());
    stack.pop_back();
    if (!fresh) continue;
    if (node.op == Op::slot) used.push_back(slot_of(node));
    const std::size_t first = stack.size();
    for_each_part(*this, node, [&](NodeId part) { stack.push_back(part); });
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
  }
  return used;
}

NodeId Graph::substitute(NodeId id, NodeId from, NodeId to) {
  const auto nodes = reachable(*this, {&id, 1});
  std::unordered_map<std::int32_t, NodeId> changed{{from.index, to}};
  const auto now = [&](NodeId part) {
    const auto found = changed.find(part.index);
    return found == changed.end() ? part : found->second;
  };
  const auto remade = [&](const Node& node) {
    if (node.op == Op::watch) return watch(now(node.a));
    if (node.op == Op::lookup) return lookup(table_of(node), now(node.a), part_of(node));
    if (node.op == Op::select) return select(now(node.a), now(node.b), now(node.c));
    if (node.op == Op::root) {
      const Root r = root_of(node);
      // Inside a root its unknown hides the same unknown outside.
      const NodeId residual = r.bound == from ? r.residual : now(r.residual);
      return root(r.bound, now(r.low), now(r.high), residual);
    }
    return node.b.valid() ? binary(node.op, now(node.a), now(node.b)) : unary(node.op, now(node.a));
  };
  for (NodeId old : nodes) {
    if (old == from) continue;
    const Node node = (*this)[old];
    bool any = false;
    for_each_part(*this, node, [&](NodeId part) { any = any || changed.contains(part.index); });
    if (any) changed[old.index] = remade(node);
  }
  return now(id);
}

}  // namespace mbs
