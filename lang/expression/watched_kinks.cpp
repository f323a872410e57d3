#include "lang/expression/watched_kinks.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "lang/expression/walk.hpp"

namespace mbs {
namespace {

class Rewriter {
 public:
  Rewriter(Graph& graph, Kinks which) : g_(graph), which_(which) {}

  NodeId rewrite(NodeId top) {
    for (const NodeId id : reachable(g_, {&top, 1})) made_[id.index] = made_anew(id, g_[id]);
    return at(top);
  }

 private:
  NodeId at(NodeId old) const { return made_.at(old.index); }

  bool wanted(NodeId a, NodeId b) const {
    if (which_ == Kinks::all)
      return g_.stage(a) != Stage::constant || g_.stage(b) != Stage::constant;
    const auto timely = [&](NodeId id) {
      return g_.is_constant(id) || depends_on_time_alone(g_, id);
    };
    return timely(a) && timely(b) && !(g_.is_constant(a) && g_.is_constant(b));
  }

  // 1 while a < b.
  NodeId below(NodeId a, NodeId b) { return g_.watch(g_.sub(b, a)); }

  // The curve of the region in force, until the run has found where it ends.
  NodeId lookup(NodeId a, const Node& node) {
    const auto table = g_.table_of(node);
    const LookupPart part = Graph::part_of(node);
    if (part.branch != TableBranch::whole || !table->bends() || !wanted(a, g_.constant(0)))
      return g_.lookup(table, a, part);
    const NodeId even = g_.watch(g_.lookup(table, a, {TableBranch::side, 0}));
    return g_.select(even, g_.lookup(table, a, {TableBranch::even, part.order}),
                     g_.lookup(table, a, {TableBranch::odd, part.order}));
  }

  NodeId made_anew(NodeId id, Node node) {
    if (node.op == Op::constant || node.op == Op::slot || node.op == Op::bound ||
        node.op == Op::root)
      return id;
    const NodeId a = at(node.a);
    if (node.op == Op::watch) return g_.watch(a);
    if (node.op == Op::lookup) return lookup(a, node);
    if (node.op == Op::select) return g_.select(a, at(node.b), at(node.c));
    const NodeId zero = g_.constant(0);
    if (!node.b.valid()) {
      if (node.op == Op::floor && wanted(a, zero)) return g_.watched_floor(a);
      if (node.op == Op::abs && wanted(a, zero)) return g_.select(below(a, zero), g_.neg(a), a);
      return g_.unary(node.op, a);
    }
    const NodeId b = at(node.b);
    if (!wanted(a, b)) return g_.binary(node.op, a, b);
    switch (node.op) {
      case Op::minimum:
        return g_.select(below(b, a), b, a);
      case Op::maximum:
        return g_.select(below(a, b), b, a);
      case Op::less:
        return below(a, b);
      case Op::less_equal:
        return g_.unary(Op::logical_not, below(b, a));
      default:
        return g_.binary(node.op, a, b);
    }
  }

  Graph& g_;
  Kinks which_;
  std::unordered_map<std::int32_t, NodeId> made_;
};

bool is_time(const Slot& slot) {
  return slot.kind == SlotKind::time || slot.kind == SlotKind::law_time;
}

}  // namespace

NodeId with_watched_kinks(Graph& graph, NodeId id, Kinks which) {
  if (which == Kinks::of_time && std::ranges::none_of(graph.slots_used(id), is_time)) return id;
  return Rewriter(graph, which).rewrite(id);
}

bool depends_on_time_alone(const Graph& graph, NodeId id) {
  const auto slots = graph.slots_used(id);
  return !slots.empty() && std::ranges::all_of(slots, is_time);
}

std::vector<NodeId> parts_of_time_alone(const Graph& graph, NodeId id) {
  std::vector<NodeId> found, stack{id};
  std::unordered_set<std::int32_t> seen;
  while (!stack.empty()) {
    const NodeId part = stack.back();
    stack.pop_back();
    const Node& node = graph[part];
    if (graph.is_constant(part) || node.op == Op::watch || !seen.insert(part.index).second)
      continue;
    if (depends_on_time_alone(graph, part))
      found.push_back(part);
    else
      for_each_operand(node, [&](NodeId operand) { stack.push_back(operand); });
  }
  return found;
}

}  // namespace mbs
